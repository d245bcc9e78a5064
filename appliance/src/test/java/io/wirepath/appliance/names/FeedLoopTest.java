package io.wirepath.appliance.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.TimeSpan;
import io.wirepath.imports.names.AddressNameSink;
import io.wirepath.imports.names.NameSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
        return new NameKeeper(directory.resolve("names.csv"), () -> 1_000_000_000L, told::add);
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
                        "zone: 1 names",
                        "zone: refused; it is asked again, and its 1 names of before are kept",
                        "zone: 1 names"),
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

    @Test
    void asksAFewTimesWhereAListIsWantedOnce() {
        Scripted feed = new Scripted("-", "-", "a");
        assertTrue(new FeedLoop(feed, keeper(), log::add, nanos -> false).once(3));
        assertFalse(new FeedLoop(new Scripted("-", "-", "a"), keeper(), log::add, nanos -> false).once(2));
    }
}
