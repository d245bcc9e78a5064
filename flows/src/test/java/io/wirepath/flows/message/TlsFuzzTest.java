package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.tls.Decryption;
import io.wirepath.flows.tls.TlsKeys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * The fuzzer's target for TLS with keys: recorded sessions, of whose records and key log it changes, cuts and leaves
 * out what it likes. Runs over the kept inputs in an ordinary build, and searches for new ones with
 * {@code JAZZER_FUZZ=1}.
 */
@Tag("slow")
class TlsFuzzTest {

    private static final List<String> CAPTURES =
            List.of("/captures/tls-early.pcap.gz", "/captures/tls-refused.pcap.gz");
    private static final List<String> LOGS = List.of("/captures/tls-ccm.keys", "/captures/tls-refused.keys");

    @FuzzTest(maxDuration = "90s")
    void anyRecordsAreReadOrLeftAsTheyAre(FuzzedDataProvider data) throws IOException {
        int which = data.consumeInt(0, CAPTURES.size() - 1);
        TlsKeys keys = new TlsKeys();
        for (String line : TlsDecryptionTest.text(LOGS.get(which)).lines().toList()) {
            add(keys, line);
            if (data.consumeInt(0, 15) == 1) {
                add(keys, changed(line, data));
            }
        }
        new ShardedCapture(MessageSettings.defaults(), assembler -> changing(new Decryption(keys, assembler), data))
                .run(CAPTURES.get(which), sighting -> assertTrue(sighting.lengthBytes() >= 0));
    }

    private static void add(TlsKeys keys, String line) {
        try {
            keys.add(line);
        } catch (IllegalArgumentException e) {
            assertTrue(String.valueOf(e.getMessage()).startsWith("line "));
        }
    }

    private static String changed(String line, FuzzedDataProvider data) {
        String[] words = line.split(" ", -1);
        words[data.consumeInt(0, words.length - 1)] = data.consumeBoolean()
                ? HexFormat.of().formatHex(data.consumeBytes(data.consumeInt(0, 70)))
                : data.consumeString(40);
        return String.join(" ", words);
    }

    private static ConnectionListener changing(Decryption to, FuzzedDataProvider data) {
        return TlsDecryptionTest.listener(to, (connection, direction, bytes) -> {
            int kept = bytes.length;
            switch (data.remainingBytes() == 0 ? 0 : data.consumeInt(0, 7)) {
                case 1 -> kept = data.consumeInt(0, bytes.length);
                case 2 -> kept = 0;
                case 3 -> change(bytes, data, 1);
                case 4 -> change(bytes, data, Math.min(64, bytes.length));
                default -> {
                    // as it was recorded
                }
            }
            int missing = bytes.length - kept;
            if (kept > 0) {
                to.onBytes(connection, direction, new StreamBytes().setFirst(bytes, kept));
            }
            if (missing > 0) {
                bytes.skip(kept);
                to.onMissing(connection, direction, bytes.streamOffset, missing, null, bytes.segment.timeNanos);
            }
        });
    }

    /** Puts other bytes in the place of so many. */
    private static void change(StreamBytes bytes, FuzzedDataProvider data, int count) {
        byte[] own = new byte[bytes.length];
        bytes.buffer.get(bytes.offset, own);
        byte[] others = Arrays.copyOf(data.consumeBytes(count), count);
        System.arraycopy(others, 0, own, data.consumeInt(0, Math.min(5, own.length - count)), count);
        bytes.set(ByteBuffer.wrap(own), 0, own.length, bytes.streamOffset, bytes.segment);
    }
}
