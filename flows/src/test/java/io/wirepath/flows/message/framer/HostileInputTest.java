package io.wirepath.flows.message.framer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.message.MessageSettings;
import io.wirepath.flows.message.TalkingConnection;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Long streams that begin like a protocol and then lie: every byte is in a message, and time is bounded. */
class HostileInputTest {

    private static final int LENGTH = 1 << 16;
    private static final int SEEDS = 12;

    /** The bound of the requirement, generation of the stream included. */
    private static final long MAX_NANOS = 100_000_000L;

    @ParameterizedTest
    @MethodSource("io.wirepath.flows.message.framer.FramerTest#cases")
    void sixtyFourKilobytesLoseNoByte(FramerCase framerCase) {
        for (int seed = 0; seed < SEEDS; seed++) {
            take(framerCase, seed);
        }
    }

    /** Whatever takes long is compiled by then, and one of several runs is disturbed by nobody. */
    @ParameterizedTest
    @MethodSource("io.wirepath.flows.message.framer.FramerTest#cases")
    @Tag("slow")
    void sixtyFourKilobytesTakeBoundedTime(FramerCase framerCase) {
        long least = Long.MAX_VALUE;
        for (int seed = 0; seed < SEEDS; seed++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            take(framerCase, seed);
            least = Math.min(least, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
        }
        assertTrue(least < MAX_NANOS, least + " ns");
    }

    private static void take(FramerCase framerCase, int seed) {
        Random random = new Random(seed);
        byte[] stream = hostile(framerCase, random);
        int most = seed % 3 == 0 ? 1 : 1 + random.nextInt(2000);
        assertEquals(LENGTH, run(framerCase, stream, most, random), "seed " + seed);
    }

    /** The beginning of the case, then its steps and random bytes, more and more damaged. */
    private static byte[] hostile(FramerCase framerCase, Random random) {
        byte[] stream = new byte[LENGTH];
        int at = 0;
        while (at < LENGTH) {
            byte[] step = TalkingConnection.bytesOf(
                    framerCase.steps().get(random.nextInt(framerCase.steps().size())));
            for (int i = random.nextInt(3) * at / (LENGTH / 8 + 1); i > 0 && step.length > 0; i--) {
                step[random.nextInt(step.length)] = (byte) random.nextInt();
            }
            int count = Math.min(step.length, LENGTH - at);
            System.arraycopy(step, 0, stream, at, count);
            at += Math.max(1, count);
        }
        return stream;
    }

    private static long run(FramerCase framerCase, byte[] stream, int most, Random random) {
        TalkingConnection c = new TalkingConnection(MessageSettings.defaults().withContent(true));
        c.midstream = framerCase.midstream();
        c.openerKnown = !framerCase.midstream();
        c.open();
        for (int at = 0; at < stream.length; ) {
            int to = Math.min(stream.length, at + 1 + random.nextInt(most));
            c.send(random.nextInt(4) == 0 ? 1 : 0, Arrays.copyOfRange(stream, at, to));
            at = to;
        }
        c.assembler.onClose(c, CloseReason.END_OF_CAPTURE, c.nowNanos);
        long bytes = 0;
        Sighting sighting = new Sighting();
        for (int i = 0; i < c.batch.count(); i++) {
            bytes += c.batch.wrap(i, sighting).lengthBytes();
        }
        return bytes;
    }
}
