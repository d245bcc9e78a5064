package io.wirepath.appliance.serve.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.serve.history.MessageHistory.Mark;
import io.wirepath.appliance.serve.history.MessageHistory.Rolling;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.ConsumedSightings;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreReader;
import io.wirepath.merge.store.StoreVisitor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageHistoryTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_795_196_940L * SECOND;
    private static final HistoryBounds PLENTY = new HistoryBounds(1L << 30, 86_400 * SECOND);
    private static final Rolling TEN_SECONDS = new Rolling(10 * SECOND, 1L << 30);
    private static final Mark BEGINNING = new Mark("", 0, Long.MIN_VALUE);

    @TempDir
    private Path directory;

    private final HistoryCounters counters = new HistoryCounters();

    private MessageHistory open(HistoryBounds bounds, Rolling rolling) throws IOException {
        MessageHistory history = new MessageHistory(
                directory,
                bounds,
                rolling,
                "wirepath test",
                counters,
                store -> store.onName(0, 0xffff_0a00_0001L, "app1", NameOrigin.DNS_ANSWER));
        history.onTime(START + 120 * SECOND);
        return history;
    }

    private static void put(MessageHistory history, int second) {
        ByteBuffer bytes = ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(MessageCodec.SENT_AT, START + second * SECOND);
        bytes.putLong(MessageCodec.DIGEST_AT, second);
        history.onMessage(new MessageRecord().wrap(bytes, 0), ConsumedSightings.of(0, second));
    }

    private static List<String> shown(MessageHistory history, Mark behind) {
        List<String> shown = new ArrayList<>();
        history.replay(behind, new StoreVisitor() {
            private String of = "";

            @Override
            public void onConsumed(int source, long number) {
                of += number + "=";
            }

            @Override
            public void onMessage(MessageRecord message) {
                shown.add(of + message.digest());
                of = "";
            }
        });
        return shown;
    }

    @Test
    void rollsAndGoesOnBehindAMarkAfterAKill() throws IOException {
        MessageHistory killed = open(PLENTY, TEN_SECONDS);
        Mark first = killed.mark();
        put(killed, 1);
        put(killed, 5);
        Mark middle = killed.mark();
        put(killed, 9);
        put(killed, 12);
        // not closed: a kill
        MessageHistory next = open(PLENTY, TEN_SECONDS);
        assertEquals(List.of("1=1", "5=5", "9=9", "12=12"), shown(next, BEGINNING));
        assertEquals(List.of("1=1", "5=5", "9=9", "12=12"), shown(next, first));
        assertEquals(List.of("9=9", "12=12"), shown(next, middle));
        Mark restarted = next.mark();
        assertEquals(List.of(), shown(next, restarted));
        put(next, 13);
        next.close();
        assertEquals(List.of("13=13"), shown(open(PLENTY, TEN_SECONDS), restarted));
        assertEquals(START + 5 * SECOND, middle.latestNanos());
    }

    @Test
    void makesFoldersThatAreStoresWithNames() throws IOException {
        MessageHistory history = open(PLENTY, TEN_SECONDS);
        put(history, 1);
        put(history, 12);
        history.close();
        List<String> names = new ArrayList<>();
        try (Stream<Path> folders = Files.list(directory)) {
            for (Path folder : folders.sorted().toList()) {
                try (StoreReader reader = MessageStore.open(folder)) {
                    reader.read(new StoreVisitor() {
                        @Override
                        public void onMessage(MessageRecord message) {}

                        @Override
                        public void onName(long high, long low, String name, NameOrigin origin) {
                            names.add(folder.getFileName() + " " + name);
                        }
                    });
                    assertTrue(reader.isComplete());
                }
            }
        }
        assertEquals(List.of("00000001-20261120T174901Z app1", "00000002-20261120T174912Z app1"), names);
    }

    /** A late copy before any message after a restart has no time; and the clock of a sniffer starts in 1970. */
    @Test
    void whatHasNoTimeOrAWrongOneDeletesNothing() throws IOException {
        HistoryBounds hour = new HistoryBounds(1L << 30, 3600 * SECOND);
        MessageHistory killed = open(hour, TEN_SECONDS);
        put(killed, 1);
        MessageHistory next = open(hour, TEN_SECONDS);
        next.onCopies(ConsumedSightings.of(0, 7));
        put(next, 2);
        put(next, -1_700_000_000);
        put(next, 1_000_000_000);
        put(next, 3);
        next.mark();
        next.close();
        assertEquals(
                List.of("1=1", "7=2=2"),
                shown(open(hour, TEN_SECONDS), BEGINNING).subList(0, 2));
    }

    @Test
    void keepsItsBoundsOfAgeAndBytes() throws IOException {
        MessageHistory history = open(new HistoryBounds(1L << 30, 30 * SECOND), TEN_SECONDS);
        for (int second = 0; second < 100; second++) {
            history.onTime(START + second * SECOND);
            put(history, second);
        }
        assertTrue(history.size() <= 5, history.size() + " folders of ten seconds");
        List<String> left = shown(history, BEGINNING);
        assertTrue(left.contains("70=70"), "what is younger than the bound: " + left);
        history.close();
        MessageHistory small = open(new HistoryBounds(1, 86_400 * SECOND), TEN_SECONDS);
        small.resume(START + 99 * SECOND);
        put(small, 111);
        small.mark();
        assertEquals(1, small.size());
        assertEquals(List.of("111=111"), shown(small, BEGINNING));
        small.close();
    }

    @Test
    void aSnifferWhoseClockIsAheadDeletesNothing() throws IOException {
        try (MessageHistory history = open(new HistoryBounds(1L << 30, 30 * SECOND), TEN_SECONDS)) {
            history.onTime(START + 20 * SECOND);
            for (int second = 0; second < 20; second++) {
                put(history, second);
            }
            put(history, 1_000_000);
            history.mark();
            assertTrue(
                    shown(history, BEGINNING).contains("0=0"),
                    () -> shown(history, BEGINNING).toString());
        }
    }

    @Test
    void keepsNothingBehindWhatTheDiskDidNotTake() throws IOException {
        MessageHistory history = open(PLENTY, TEN_SECONDS);
        put(history, 1);
        history.onTime(START + 15 * SECOND);
        // the next folder cannot be made
        Path next = directory.resolve("00000002-20261120T174915Z");
        Files.writeString(next, "in the way");
        assertThrows(NotKeptException.class, () -> put(history, 15));
        Files.delete(next);
        assertThrows(NotKeptException.class, () -> put(history, 16), "what was before it is not there");
        assertThrows(NotKeptException.class, () -> history.onCopies(ConsumedSightings.of(0, 3)));
        history.close();
        assertTrue(DiskRoom.isIn(directory));
        try (MessageHistory again = open(PLENTY, TEN_SECONDS)) {
            assertEquals(List.of("1=1"), shown(again, BEGINNING));
            put(again, 15);
            put(again, 16);
            assertEquals(List.of("1=1", "15=15", "16=16"), shown(again, BEGINNING));
        }
        assertEquals(3, counters.get(HistoryCounter.MESSAGES_KEPT));
    }

    @Test
    void keepsWhichSightingsCameTooLate() throws IOException {
        MessageHistory history = open(PLENTY, TEN_SECONDS);
        put(history, 1);
        Mark mark = history.mark();
        history.onCopies(ConsumedSightings.of(1, 77));
        put(history, 2);
        List<String> shown = new ArrayList<>();
        history.replay(mark, new StoreVisitor() {
            @Override
            public void onConsumed(int source, long number) {
                shown.add(source + ":" + number);
            }

            @Override
            public void onCopies() {
                shown.add("copies");
            }

            @Override
            public void onMessage(MessageRecord message) {
                shown.add("message");
            }
        });
        assertEquals(List.of("1:77", "copies", "0:2", "message"), shown);
        history.close();
    }
}
