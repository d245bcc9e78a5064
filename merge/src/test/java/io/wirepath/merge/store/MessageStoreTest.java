package io.wirepath.merge.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.ConsumedSightings;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.log.LogWriter;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.Counter;
import io.wirepath.sniffer.CounterSet;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MessageStoreTest {

    private static final String PROGRAM = "wirepath 0.0-test";

    @TempDir
    private Path temp;

    private enum TestCounter implements Counter {
        FRAMES_SEEN;

        @Override
        public Meaning meaning() {
            return new Meaning(Kind.ANOMALY, "Frames that were seen.");
        }
    }

    private static final class Collected implements StoreVisitor {
        final List<Long> digests = new ArrayList<>();
        final List<String> names = new ArrayList<>();
        final List<SnifferRecord> sniffers = new ArrayList<>();
        final List<MergeResult> results = new ArrayList<>();
        final List<String> notes = new ArrayList<>();

        @Override
        public void onMessage(MessageRecord message) {
            digests.add(message.digest());
        }

        @Override
        public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
            names.add(addressHigh + " " + addressLow + " " + name + " " + origin);
        }

        @Override
        public void onSniffer(SnifferRecord sniffer) {
            sniffers.add(sniffer);
        }

        @Override
        public void onResult(MergeResult result) {
            results.add(result);
        }

        @Override
        public void onNote(String note) {
            notes.add(note);
        }
    }

    private static MessageRecord message(long digest) {
        ByteBuffer bytes = ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(MessageCodec.DIGEST_AT, digest);
        return new MessageRecord().wrap(bytes, 0);
    }

    private Path write(int messages, boolean finish) throws IOException {
        Path directory = temp.resolve("store");
        try (StoreWriter writer = MessageStore.create(directory, PROGRAM)) {
            for (long i = 0; i < messages; i++) {
                writer.onMessage(message(i));
            }
            if (finish) {
                writer.finish();
            }
        }
        return directory;
    }

    private static Path queueFile(Path store) throws IOException {
        try (Stream<Path> files = Files.list(store)) {
            return files.filter(file -> file.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void givesBackWhatWasWrittenInOrder() throws IOException {
        Path directory = temp.resolve("new/store");
        SnifferRecord sniffer = new SnifferRecord(
                3,
                "sw-app",
                "captures/sw-app.pcap.gz",
                10,
                100,
                200,
                Optional.of(new CaptureDamage("captures/sw-app.pcap.gz", 11, 4711, "the file ends inside a packet")),
                List.of(new CounterSet.Value(TestCounter.FRAMES_SEEN, 42)));
        try (StoreWriter writer = MessageStore.create(directory, PROGRAM)) {
            writer.onMessage(message(5));
            writer.onName(0, 0xffff_0a01_0001L, "web1", NameOrigin.DNS_ANSWER);
            writer.onMessage(message(6));
            writer.onSniffer(sniffer);
            writer.onNote("clocks were not compared");
            writer.finish();
        }
        Collected got = new Collected();
        try (StoreReader reader = MessageStore.open(directory)) {
            assertEquals(PROGRAM, reader.program());
            reader.read(got);
            assertTrue(reader.isComplete());
            assertEquals(2, reader.messages());
        }
        assertEquals(List.of(5L, 6L), got.digests);
        assertEquals(List.of("0 281470849581057 web1 DNS_ANSWER"), got.names);
        assertEquals(List.of("clocks were not compared"), got.notes);
        SnifferRecord back = got.sniffers.get(0);
        assertEquals(sniffer.damage(), back.damage());
        assertEquals("sw-app captures/sw-app.pcap.gz", back.name() + " " + back.source());
        Counter counter = back.counters().get(0).counter();
        assertEquals(
                "FRAMES_SEEN ANOMALY Frames that were seen.",
                counter.name() + " " + counter.kind() + " " + counter.sentence());
        assertEquals(42, back.counters().get(0).value());
    }

    @ParameterizedTest
    @ValueSource(ints = {70_000, 131_072, 135_168, 300_001, 1 << 20})
    void givesTheIntactPrefixOfAStoreThatWasCut(int bytes) throws IOException {
        Path directory = write(5000, true);
        try (RandomAccessFile file = new RandomAccessFile(queueFile(directory).toFile(), "rw")) {
            file.setLength(bytes);
        }
        Collected got = new Collected();
        try (StoreReader reader = MessageStore.open(directory)) {
            reader.read(got);
            assertFalse(reader.isComplete());
        }
        assertTrue(!got.digests.isEmpty() && got.digests.size() < 5000, got.digests.size() + " messages");
        assertEquals(LongStream.range(0, got.digests.size()).boxed().toList(), got.digests);
    }

    @Test
    void keepsWhatAMessageWasMadeOfWithItAndGoesOnBehindAnIndex() throws IOException {
        Path directory = temp.resolve("live");
        long index;
        try (StoreWriter writer = MessageStore.create(directory, PROGRAM)) {
            writer.onMessage(message(5), ConsumedSightings.of(1, 70, 1L << 40));
            index = writer.lastIndex();
            writer.onMessage(message(6), ConsumedSightings.of(0, 71));
            writer.sync();
        }
        assertEquals(List.of("1:70 1:1099511627776 = 5", "0:71 = 6"), made(directory, 0));
        assertEquals(List.of("0:71 = 6"), made(directory, index));
        try (StoreReader reader = MessageStore.open(directory)) {
            assertFalse(reader.seekBehind(index + 99));
        }
    }

    private static List<String> made(Path directory, long behind) throws IOException {
        List<String> made = new ArrayList<>();
        StringBuilder of = new StringBuilder();
        try (StoreReader reader = MessageStore.open(directory)) {
            assertTrue(behind == 0 || reader.seekBehind(behind));
            reader.read(new StoreVisitor() {
                @Override
                public void onConsumed(int source, long number) {
                    of.append(source).append(':').append(number).append(' ');
                }

                @Override
                public void onMessage(MessageRecord message) {
                    made.add(of + "= " + message.digest());
                    of.setLength(0);
                }
            });
        }
        return made;
    }

    @Test
    void givesTheMessagesOfAWriterThatDidNotFinish() throws IOException {
        Collected got = new Collected();
        try (StoreReader reader = MessageStore.open(write(3, false))) {
            reader.read(got);
            assertFalse(reader.isComplete());
        }
        assertEquals(List.of(0L, 1L, 2L), got.digests);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 4})
    void refusesAnOlderOrNewerFormatAndSaysWhatToDo(int version) throws IOException {
        Path directory = temp.resolve("store");
        LogDocument header = new LogDocument(1000);
        try (LogWriter log = new LogWriter(directory, header)) {
            LogDocument.putText(header.begin(StoreDocument.HEADER, version), "wirepath 9.9");
            header.seal();
            assertTrue(log.append());
        }
        String message = assertThrows(StoreException.class, () -> MessageStore.open(directory))
                .getMessage();
        assertEquals(
                directory + ": store version " + version
                        + ", written by wirepath 9.9, but this program reads version 3;"
                        + " re-create the store from the captures with analyze --keep",
                message);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 200, 3_000_000})
    void refusesAFileThatIsNoStore(int zeros) throws IOException {
        Path directory = Files.createDirectory(temp.resolve("other"));
        Files.write(directory.resolve("20260101F.cq4"), new byte[zeros]);
        String message = assertThrows(StoreException.class, () -> MessageStore.open(directory))
                .getMessage();
        assertTrue(message.startsWith(directory + ": ") && message.contains("re-create it from the captures"), message);
    }

    /** As where the record of the sniffer is damaged. */
    @Test
    void aResultAboutASnifferThatIsNotThereIsSetAsideAndTold() throws IOException {
        Path directory = temp.resolve("lost");
        MergeResult result = new MergeResult(
                0,
                List.of(new MergeResult.SnifferClock(0, 1, List.of(), 1, 0)),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        try (StoreWriter writer = MessageStore.create(directory, PROGRAM)) {
            writer.onResult(result);
            writer.finish();
        }
        Collected got = new Collected();
        try (StoreReader reader = MessageStore.open(directory)) {
            reader.read(got);
            assertTrue(reader.damage().orElseThrow().contains("is damaged in 1 place"));
        }
        assertEquals(List.of(), got.results);
    }

    /** Each clock that is set cuts the lines of all: of many, one of each is kept, and the document has room. */
    @ParameterizedTest
    @CsvSource({"3, 5, 5", "200, 200, 1", "3, 300, 1"})
    void keepsTheLinesOfClocksThatWereSet(int sniffers, int lines, int kept) {
        List<ClockLine> all = IntStream.range(0, lines)
                .mapToObj(at -> new ClockLine(1000L * at, 1000L * at + 999, 1000L * at + 500, at, 1, 0.1, 0.2))
                .toList();
        List<MergeResult.SnifferClock> clocks = IntStream.range(0, sniffers)
                .mapToObj(own -> new MergeResult.SnifferClock(own, 2500, all, lines, 7))
                .toList();
        LogDocument document = new LogDocument(StoreDocument.MAX_LENGTH);
        ResultCodec.encode(document, new MergeResult(0, clocks, List.of(), List.of(), List.of(), List.of()));
        ByteBuffer payload = document.bytes().position(LogDocument.PAYLOAD_AT);
        for (MergeResult.SnifferClock own : ResultCodec.decode(payload).clocks()) {
            assertEquals(kept, own.lines().size());
            assertEquals(all.get(2), own.line());
        }
    }

    @Test
    void readsNothingOfWhatLiesWhereANewStoreIsToBe() throws IOException {
        for (String hostile : List.of("metadata.cq4t", "directory-listing.cq4t")) {
            Path directory = Files.createDirectory(temp.resolve("of-" + hostile));
            Files.write(directory.resolve(hostile), new byte[1000]);
            String message = assertThrows(StoreException.class, () -> MessageStore.create(directory, PROGRAM))
                    .getMessage();
            assertTrue(message.contains(hostile + " is there"), message);
        }
    }

    @Test
    void aStoreInADirectoryThatOthersMayReadIsForItsOwnerAlone() throws IOException {
        Path directory = Files.createDirectory(temp.resolve("open"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        MessageStore.create(directory, PROGRAM).close();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String is = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                assertEquals("rw-------", is, file.toString());
            }
        }
    }

    @Test
    void refusesToWriteOverAStoreOrUnderAFile() throws IOException {
        Path directory = write(1, true);
        assertTrue(assertThrows(StoreException.class, () -> MessageStore.create(directory, PROGRAM))
                .getMessage()
                .contains("already holds a message store"));
        Path file = Files.createFile(temp.resolve("file"));
        assertThrows(StoreException.class, () -> MessageStore.create(file.resolve("store"), PROGRAM));
        assertThrows(StoreException.class, () -> MessageStore.open(temp));
    }

    /** A disk that flips a bit is told of, or nothing that was written is read otherwise. */
    @Test
    void noFlippedBitIsReadAsAnotherMessage() throws IOException {
        Path directory = write(40, true);
        Path file = queueFile(directory);
        byte[] whole = Files.readAllBytes(file);
        int used = whole.length;
        while (used > 0 && whole[used - 1] == 0) {
            used--;
        }
        Random random = new Random(7);
        int told = 0;
        for (int i = 0; i < 400; i++) {
            byte[] flipped = whole.clone();
            flipped[random.nextInt(used)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, flipped);
            Collected got = new Collected();
            boolean isTold = false;
            try (StoreReader reader = MessageStore.open(directory)) {
                reader.read(got);
                isTold = reader.damage().isPresent() || !reader.isComplete();
            } catch (StoreException e) {
                isTold = true;
            }
            told += isTold ? 1 : 0;
            long after = -1;
            for (long digest : got.digests) {
                assertTrue(digest > after && digest < 40, got.digests::toString);
                after = digest;
            }
            assertTrue(isTold || got.digests.size() == 40, "flip " + i + ": " + got.digests);
        }
        assertTrue(told > 20, "told: " + told);
    }
}
