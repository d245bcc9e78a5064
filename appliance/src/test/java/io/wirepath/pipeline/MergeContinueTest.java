package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreException;
import io.wirepath.merge.store.StoreReader;
import io.wirepath.merge.store.StoreVisitor;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A merge that was killed leaves a store that opens and holds the beginning of the whole, and is continued by the same
 * merge.
 */
final class MergeContinueTest {

    private static final List<String> INPUTS =
            List.of("../samples/slow/sw-app.pcap.gz", "../samples/slow/sw-data.pcap.gz");

    @TempDir
    private Path directory;

    private static MergeReading merge() {
        Console console = new Console(
                new ByteArrayOutputStream(),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                false,
                false,
                false);
        return new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), console, false);
    }

    /** The merge as a process of its own, for killing. */
    public static void main(String[] arguments) throws IOException {
        merge().intoStore(INPUTS, Path.of(arguments[0]));
    }

    private static final class Read implements StoreVisitor {
        private final List<String> messages = new ArrayList<>();
        private boolean complete;

        static Read of(Path store) throws IOException {
            Read read = new Read();
            try (StoreReader reader = MessageStore.open(store)) {
                reader.read(read);
                read.complete = reader.isComplete();
            }
            return read;
        }

        @Override
        public void onMessage(MessageRecord message) {
            byte[] bytes = new byte[MessageCodec.LENGTH];
            message.bytes().get(message.offset(), bytes);
            messages.add(new String(bytes, StandardCharsets.ISO_8859_1));
        }
    }

    private static Process start(Path store) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java")));
        for (String line : Files.readAllLines(Path.of("../config/jvm.args"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                command.add(line.strip());
            }
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                MergeContinueTest.class.getName(),
                store.toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(new File(store + ".log"))
                .start();
    }

    /** Kills the process when its store holds so many messages, or says that it was faster. */
    private static boolean killAt(long messages, Path store, Process process) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (process.isAlive() && System.nanoTime() < deadline) {
            if (MessageStore.isStore(store) && holds(messages, store, process)) {
                process.destroyForcibly().waitFor();
                return true;
            }
            process.waitFor(1, TimeUnit.MILLISECONDS);
        }
        process.destroyForcibly().waitFor();
        return false;
    }

    private static boolean holds(long messages, Path store, Process process) throws InterruptedException {
        try (StoreReader reader = MessageStore.open(store)) {
            while (process.isAlive()) {
                reader.read(message -> {});
                if (reader.messages() >= messages) {
                    return true;
                }
                process.waitFor(1, TimeUnit.MILLISECONDS);
            }
        } catch (StoreException e) {
            // its header is not written yet
        }
        return false;
    }

    @Test
    void isContinuedAfterAKillAtAnyMoment() throws Exception {
        Path whole = directory.resolve("whole");
        merge().intoStore(INPUTS, whole);
        List<String> wanted = Read.of(whole).messages;
        assertTrue(wanted.size() > 5000);
        Random random = new Random(5);
        int kills = 0;
        for (int i = 0; i < 3; i++) {
            Path store = directory.resolve("killed" + i);
            long messages = i == 0 ? 0 : random.nextInt(wanted.size());
            kills += killAt(messages, store, start(store)) ? 1 : 0;
            if (MessageStore.isStore(store) && !isComplete(store)) {
                List<String> prefix = Read.of(store).messages;
                assertEquals(wanted.subList(0, prefix.size()), prefix);
                merge().intoStore(INPUTS, store);
            }
            Read read = Read.of(store);
            assertTrue(read.complete);
            assertEquals(wanted, read.messages);
        }
        assertTrue(kills > 0, "the merge was never killed in time");
    }

    private static boolean isComplete(Path store) throws IOException {
        return Read.of(store).complete;
    }

    @Test
    void refusesACompleteStoreAndOneOfOtherInputs() throws Exception {
        Path complete = directory.resolve("complete");
        merge().intoStore(INPUTS, complete);
        String refused = assertThrows(StoreException.class, () -> merge().intoStore(INPUTS, complete))
                .getMessage();
        assertTrue(refused.contains("already holds"), refused);
        Path other = directory.resolve("other");
        try (var writer = MessageStore.create(other, "wirepath " + Version.text())) {
            writer.onNote("something else");
        }
        String differs = assertThrows(StoreException.class, () -> merge().intoStore(INPUTS, other))
                .getMessage();
        assertTrue(differs.contains("other inputs or settings"), differs);
        List<String> notes = new ArrayList<>();
        try (StoreReader reader = MessageStore.open(other)) {
            reader.read(new StoreVisitor() {
                @Override
                public void onMessage(MessageRecord message) {}

                @Override
                public void onNote(String note) {
                    notes.add(note);
                }
            });
        }
        assertEquals(List.of("something else"), notes);
    }
}
