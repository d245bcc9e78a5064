package io.wirepath.appliance.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreReader;
import io.wirepath.merge.store.StoreVisitor;
import io.wirepath.nat.NatRules;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.MergeReading;
import io.wirepath.sniffer.live.lab.SmallDisk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code merge} on a file system of its own that is too small, and the same command when there is room again. */
final class MergeDiskFullTest {

    @RegisterExtension
    final SmallDisk disk = new SmallDisk(96);

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> captures = new ArrayList<>();
    private Path ballast;

    @BeforeEach
    void makeInput() throws Exception {
        for (int i = 1; i <= 2; i++) {
            String capture = directory.resolve("sniffer" + i + ".pcap").toString();
            assertEquals(0, run("maketrace", "multi-tier", "--traces", "3000", "--seed", "" + i, "--capture", capture));
            captures.add(capture);
        }
    }

    private Console console() {
        return new Console(out, new PrintStream(err, true, UTF_8), false, false, false);
    }

    private int run(String... arguments) {
        out.reset();
        err.reset();
        return CommandTree.run(console(), arguments);
    }

    private int merge(Path store) {
        List<String> command = new ArrayList<>(List.of("merge", "--quiet", "--to", store.toString()));
        command.addAll(captures);
        return run(command.toArray(String[]::new));
    }

    private void leaveRoom(int megabytes) throws IOException {
        ballast = disk.ballast("ballast", disk.megabytes() - megabytes);
    }

    private static List<String> messages(Path store, boolean complete) throws IOException {
        List<String> messages = new ArrayList<>();
        try (StoreReader reader = MessageStore.open(store)) {
            reader.read(new StoreVisitor() {
                @Override
                public void onMessage(MessageRecord m) {
                    messages.add(m.connection() + " " + m.sentNanos() + " " + m.digest() + " " + m.lengthBytes());
                }
            });
            assertEquals(complete, reader.isComplete());
        }
        return messages;
    }

    @Test
    void aStoreThatTheDiskCannotHoldIsContinuedByTheSameCommand() throws IOException {
        Path whole = directory.resolve("whole");
        assertEquals(0, merge(whole), () -> err.toString(UTF_8));
        List<String> wanted = messages(whole, true);
        leaveRoom(9);
        Path store = disk.path().resolve("store");

        assertEquals(1, merge(store));
        List<String> kept = messages(store, false);
        assertTrue(kept.size() > 10_000 && kept.size() < wanted.size(), kept.size() + " of " + wanted.size());
        assertEquals(wanted.subList(0, kept.size()), kept);
        List<String> lines = err.toString(UTF_8).lines().toList();
        assertEquals(1, lines.size(), lines::toString);
        String said = lines.get(0);
        assertTrue(said.contains(store + ": the disk is full after " + kept.size() + " messages; make room"), said);

        // once more without room: it says so again, and what is there stays
        assertEquals(1, merge(store), () -> err.toString(UTF_8));
        assertTrue(err.toString(UTF_8).contains("the disk is full"), () -> err.toString(UTF_8));
        assertEquals(kept, messages(store, false));

        Files.delete(ballast);
        assertEquals(0, merge(store), () -> err.toString(UTF_8));
        assertEquals(wanted, messages(store, true));
    }

    @Test
    void aFullDirectoryForTemporaryFilesIsNamed() throws IOException {
        leaveRoom(1);
        MergeSettings settings = new MergeSettings(null, Map.of(), NatRules.NONE, disk.path());
        MergeReading reading = new MergeReading(FlowSettings.defaults(), settings, console(), false);
        Path store = directory.resolve("store");
        IOException full = assertThrows(IOException.class, () -> reading.intoStore(captures, store));
        String said = String.valueOf(full.getMessage());
        assertTrue(said.startsWith("sightings cannot be sorted in " + disk.path() + " ("), said);
        assertFalse(said.contains("\n"), said);
        try (var left = Files.list(disk.path())) {
            assertEquals(List.of(ballast), left.toList());
        }

        Files.delete(ballast);
        MergeReading again = new MergeReading(FlowSettings.defaults(), settings, console(), false);
        again.intoStore(captures, store);
        assertTrue(messages(store, true).size() > 10_000);
    }
}
