package io.wirepath.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.RecordCheck;
import io.wirepath.cluster.kafka.SightingRecord;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolReader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever may write to a sniffer's topic may write anything; the job goes on, and tells what it leaves out. */
class HostileRecordsTest {

    @TempDir
    private static Path directory;

    private static final List<byte[]> HONEST = new ArrayList<>();

    private static final KafkaAddress AT = new KafkaAddress("127.0.0.1:1", "at", Map.of());

    private final RecordCheck check = new RecordCheck();

    @BeforeAll
    static void read() throws Exception {
        Path spools = directory.resolve("spools");
        Spools.make(spools, List.of(Spools.sample("sw-web")), List.of());
        try (SpoolReader reader = Spool.read(spools.resolve("sw-web"))) {
            while (reader.next()) {
                HONEST.add(SightingRecord.encode("sw-web", reader.incarnation(), reader.document()));
            }
        }
    }

    @Test
    void honestRecordsAreAdmitted() {
        HONEST.forEach(record -> assertTrue(check.admits(record)));
    }

    @Test
    void nothingIsNoRecord() {
        assertFalse(check.admits(new byte[0]));
        assertFalse(check.admits(new byte[1000]));
        assertFalse(check.admits(AT, in("at.sightings.sw-web", null)));
    }

    @Test
    void whoMayWriteToOneTopicSpeaksForNoOtherSniffer() {
        assertTrue(check.admits(AT, in("at.sightings.sw-web", HONEST.get(0))));
        assertFalse(check.admits(AT, in("at.sightings.sw-app", HONEST.get(0))));
        assertFalse(check.admits(AT, in("other.sightings.sw-web", HONEST.get(0))));
    }

    @Test
    void aRecordThatIsCutOrOfALaterLayoutIsLeftOut() {
        byte[] record = HONEST.get(0);
        for (int length = 0; length < record.length; length++) {
            assertFalse(check.admits(Arrays.copyOf(record, length)));
        }
        byte[] later = record.clone();
        later[0]++;
        assertFalse(check.admits(later));
    }

    @Test
    void aFlippedBitOfTheDocumentIsSeen() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] record = HONEST.get(random.nextInt(HONEST.size())).clone();
            int begin = record.length - SightingRecord.document(record).limit();
            record[begin + random.nextInt(record.length - begin)] ^= (byte) (1 << random.nextInt(8));
            assertFalse(check.admits(record));
        }
    }

    @Test
    void anythingWithASealIsReadOrLeftOut() {
        Random random = new Random(2);
        int admitted = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] record = sealed(HONEST.get(random.nextInt(HONEST.size())), random);
            if (check.admits(record)) {
                admitted++;
                assertEquals("sw-web", SightingRecord.sniffer(record));
            }
        }
        assertTrue(admitted > 1000, "most of what changed are values that nobody can doubt");
    }

    @Test
    void aKindOfALaterProgramIsLeftOut() {
        LogDocument document = new LogDocument(SpoolDocument.MAX_LENGTH);
        document.begin(99, 1).putLong(7);
        assertFalse(check.admits(
                SightingRecord.encode("sw-web", SightingRecord.incarnation(HONEST.get(0)), document.seal())));
    }

    private static ConsumerRecord<byte[], byte[]> in(String topic, byte[] value) {
        return new ConsumerRecord<>(topic, 0, 0, null, value);
    }

    /** The same record with some bytes of its document changed, cut or added, and sealed again. */
    private static byte[] sealed(byte[] record, Random random) {
        ByteBuffer document = SightingRecord.document(record);
        byte[] bytes = new byte[document.limit() - LogDocument.SEAL_BYTES];
        document.get(0, bytes);
        for (int changes = random.nextInt(3); changes >= 0; changes--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        int length = random.nextInt(4) > 0 ? bytes.length : random.nextInt(2 * bytes.length);
        LogDocument sealed = new LogDocument(SpoolDocument.MAX_LENGTH);
        sealed.bytes().clear().put(Arrays.copyOf(bytes, length));
        return SightingRecord.encode("sw-web", SightingRecord.incarnation(record), sealed.seal());
    }
}
