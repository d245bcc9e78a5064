package io.wirepath.appliance.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.TimeSpan;
import io.wirepath.imports.names.AddressNameSink;
import io.wirepath.imports.names.NameSource;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedLoopTest {

    /** Answers in turn; a dash is a failure. */
    private static final class Scripted implements NameSource.Feed {
        private final ArrayDeque<String> answers;

        Scripted(String... answers) {
            this.answers = new ArrayDeque<>(List.of(answers));
        }

        @Override
        public String source() {
            return "zone";
        }

        @Override
        public long ask(AddressNameSink to) throws IOException {
            String name = answers.removeFirst();
            if (name.equals("-")) {
                throw new IOException("refused");
            }
            to.onName("10.0.0.1", name, TimeSpan.ALWAYS);
            return 5;
        }

        boolean isOver() {
            return answers.isEmpty();
        }
    }

    @TempDir
    private Path directory;

    private final List<String> log = new ArrayList<>();
    private final List<List<String>> told = new ArrayList<>();
    private final List<Long> waits = new ArrayList<>();

    private NameKeeper keeper() {
        return new NameKeeper(
                Set.of("zone"), directory.resolve("names.csv"), () -> 1_000_000_000L, told::add, log::add);
    }

    private void run(Scripted feed) {
        new FeedLoop(feed, keeper(), log::add, nanos -> {
                    if (nanos > 0) {
                        waits.add(nanos);
                    }
                    return feed.isOver() && nanos > 0;
                })
                .run();
    }

    @Test
    void keepsTheNamesOfASourceThatIsAwayAndSaysSoOnce() throws IOException {
        run(new Scripted("a", "-", "-", "-", "a"));
        assertEquals(
                List.of(
                        "zone: 1 name",
                        "zone: refused; it is asked again, and what it told before is kept: 1 name",
                        "zone: 1 name"),
                log);
        assertEquals(1, told.size());
        assertEquals(
                List.of("address,name,from,to,source", "10.0.0.1,a,,,zone"),
                Files.readAllLines(directory.resolve("names.csv")));
    }

    @Test
    void waitsLongerFromFailureToFailure() {
        String[] answers = new String[60];
        Arrays.fill(answers, "-");
        run(new Scripted(answers));
        assertTrue(waits.stream().limit(10).allMatch(nanos -> nanos <= 500_000_000L), waits::toString);
        assertTrue(waits.get(59) > 3_000_000_000L, waits::toString);
    }

    @Test
    void remembersNamesOfARunBefore() {
        run(new Scripted("a"));
        told.clear();
        keeper().show();
        assertEquals(List.of(List.of("address,name,from,to,source", "10.0.0.1,a,,,zone")), told);
    }

    /** Who takes a source out, for it told nonsense, has its names no longer. */
    @Test
    void endsNamesOfASourceThatIsAskedNoLonger() {
        run(new Scripted("a"));
        told.clear();
        new NameKeeper(Set.of("other"), directory.resolve("names.csv"), () -> 2_000_000_000L, told::add, log::add)
                .show();
        assertEquals(List.of(List.of("address,name,from,to,source", "10.0.0.1,a,,1970-01-01T00:00:02Z,zone")), told);
    }

    @Test
    void asksAFewTimesWhereAListIsWantedOnce() {
        Scripted feed = new Scripted("-", "-", "a");
        assertTrue(new FeedLoop(feed, keeper(), log::add, nanos -> false).once(3));
        log.clear();
        assertFalse(new FeedLoop(new Scripted("-", "-", "a"), keeper(), log::add, nanos -> false).once(2));
        assertEquals(
                List.of(
                        "zone: refused; it is asked again, and what it told before is kept: 1 name",
                        "zone: did not come, asked 2 times"),
                log);
    }

    /** A disk that is full is no fault of the source, and takes no name away. */
    @Test
    void saysOfItsOwnFileThatItCannotBeWritten() throws IOException {
        Path file = directory.resolve("names.csv");
        NameKeeper keeper = new NameKeeper(Set.of("zone"), file, () -> 1_000_000_000L, told::add, log::add);
        Files.createDirectory(file);
        new FeedLoop(new Scripted("a"), keeper, log::add, nanos -> false).once(1);
        new FeedLoop(new Scripted("a"), keeper, log::add, nanos -> false).once(1);
        String wrong = file + ": is a directory; name a file; it is tried again after each answer";
        assertEquals(List.of(wrong, "zone: 1 name", "zone: 1 name"), log);
        assertEquals(1, told.size());
        Files.delete(file);
        new FeedLoop(new Scripted("a"), keeper, log::add, nanos -> false).once(1);
        assertEquals(2, Files.readAllLines(file).size());
    }

    @Test
    void leavesFilesOfOthersAsTheyAre() throws IOException {
        Path beside = Files.writeString(directory.resolve("names.csv.new"), "mine");
        run(new Scripted("a"));
        assertEquals("mine", Files.readString(beside));
        Path file = Files.writeString(directory.resolve("names.csv"), "10.0.0.1 a\n");
        assertThrows(Failure.class, this::keeper);
        Files.writeString(file, "address,name,from,to,source\n10.0.0.1,\"a");
        assertThrows(Failure.class, this::keeper);
    }
}
