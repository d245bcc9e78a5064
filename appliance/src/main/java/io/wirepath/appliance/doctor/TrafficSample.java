package io.wirepath.appliance.doctor;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The frames of an Ethernet interface during a moment, by destination. Not thread-safe.
 *
 * <p>A mirror port shows frames from one foreign host to another; any other port shows those from or to this host, and
 * what is sent to all.
 */
final class TrafficSample {

    private static final int ADDRESS_BYTES = 6;
    private static final double MOSTLY = 0.5;

    private final Set<Long> own = new HashSet<>();
    private long frames;
    private long foreign;
    private long toMany;

    /**
     * Starts a sample.
     *
     * @param ownAddresses hardware addresses of this host, as in {@code 02:fc:00:00:00:01}
     */
    TrafficSample(Set<String> ownAddresses) {
        for (String address : ownAddresses) {
            if (address.matches("[0-9a-f]{2}(:[0-9a-f]{2}){5}")) {
                own.add(Long.parseLong(address.replace(":", ""), 16));
            }
        }
    }

    /** Counts a frame that begins at {@code offset}; frames too short for addresses count as nobody's. */
    void add(ByteBuffer bytes, int offset, int length) {
        frames++;
        if (length < 2 * ADDRESS_BYTES) {
            return;
        }
        long to = address(bytes, offset);
        long from = address(bytes, offset + ADDRESS_BYTES);
        if ((to >>> 40 & 1) == 1) {
            toMany++;
        } else if (!own.contains(to) && !own.contains(from)) {
            foreign++;
        }
    }

    private static long address(ByteBuffer bytes, int offset) {
        long address = 0;
        for (int i = 0; i < ADDRESS_BYTES; i++) {
            address = address << 8 | bytes.get(offset + i) & 0xff;
        }
        return address;
    }

    /**
     * What to think of it.
     *
     * @param subject the interface
     * @param seconds how long the sample was taken
     */
    List<CheckResult> results(String subject, long seconds) {
        if (frames == 0) {
            return List.of(CheckResult.warning(
                    subject,
                    "no frame passed in " + seconds + " s",
                    "if it is a mirror port, check that the switch's mirror session is on and leads here"));
        }
        String shares = "%d frames in %d s: %.0f %% between other hosts, %.0f %% to many, the rest this host's own"
                .formatted(frames, seconds, share(foreign), share(toMany));
        return List.of(
                foreign > MOSTLY * frames
                        ? CheckResult.ok(subject, "a mirror port, by what passes; " + shares)
                        : CheckResult.ok(subject, "no mirror port, by what passes; " + shares));
    }

    private double share(long part) {
        return 100.0 * part / frames;
    }
}
