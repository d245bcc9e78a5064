package io.wirepath.flows.decode;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Whatever the bytes are: the decoder does not throw, each frame ends in exactly one counter, and each entry lies
 * inside its buffer. Seeded, so a failure comes back.
 */
class AnyBytesTest {

    private static final int FRAMES_A_BLOCK = 64;
    private static final int[] LINK_TYPES = {
        0, 1, 6, 9, 10, 12, 50, 51, 100, 101, 104, 105, 107, 108, 109, 113, 117, 119, 127, 138, 163, 166, 178, 192, 204,
        219, 228, 239, 240, 258, 276, 999
    };

    private final FrameCheck check = new FrameCheck();
    private final Random random = new Random(20061121);
    private long frames;

    @Test
    void randomBytesAreAccountedFor() {
        for (int round = 0; round < 1500; round++) {
            fill(() -> {
                byte[] bytes = new byte[random.nextInt(160)];
                random.nextBytes(bytes);
                return bytes;
            });
            check.decode();
        }
    }

    @Test
    void mutatedPacketsAreAccountedFor() {
        List<Arguments> seeds = Stream.of(
                        EncapsulationTest.links(),
                        EncapsulationTest.serialLinks(),
                        EncapsulationTest.capturedElsewhere(),
                        EncapsulationTest.tags(),
                        EncapsulationTest.ip(),
                        EncapsulationTest.tunnels(),
                        EncapsulationTest.udpTunnels(),
                        EncapsulationTest.otherUdpTunnels(),
                        EncapsulationTest.wireless())
                .flatMap(arguments -> arguments)
                .toList();
        for (int round = 0; round < 60; round++) {
            for (Arguments seed : seeds) {
                linkType = (int) seed.get()[1];
                byte[] packet = Packets.bytes((String) seed.get()[2]);
                fill(() -> mutate(packet));
                check.decode();
            }
        }
    }

    @Test
    void mutatedFragmentsAreAccountedFor() {
        byte[] v4 = Packets.bytes(Packets.ipv4(6, 7, 0x2001, Packets.tcp("data") + "00".repeat(8)));
        byte[] v6 = Packets.bytes(Packets.ipv6(44, "0600 0009 00000001" + Packets.tcp("data") + "00".repeat(8)));
        linkType = Packets.RAW;
        for (int round = 0; round < 1000; round++) {
            fill(() -> mutateOffset(random.nextBoolean() ? v4 : v6));
            check.decode();
        }
    }

    private int linkType = -1;

    private byte[] mutate(byte[] packet) {
        byte[] bytes = packet.clone();
        for (int changes = random.nextInt(4); changes > 0; changes--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return bytes;
    }

    private byte[] mutateOffset(byte[] packet) {
        byte[] bytes = packet.clone();
        int offsetAt = packet[0] == 0x45 ? 6 : 42;
        bytes[offsetAt] = (byte) (random.nextInt(3) == 0 ? random.nextInt() : 0x20);
        bytes[offsetAt + 1] = (byte) random.nextInt(40);
        return random.nextBoolean() ? bytes : mutate(bytes);
    }

    private interface Frames {
        byte[] next();
    }

    private void fill(Frames source) {
        check.begin();
        for (int i = 0; i < FRAMES_A_BLOCK; i++) {
            byte[] bytes = source.next();
            int captured = random.nextInt(3) == 0 ? random.nextInt(bytes.length + 1) : bytes.length;
            int original = random.nextBoolean() ? bytes.length : captured;
            int type = linkType >= 0 ? linkType : LINK_TYPES[random.nextInt(LINK_TYPES.length)];
            check.add(bytes, captured, original, type, frames++ * 1000);
        }
    }
}
