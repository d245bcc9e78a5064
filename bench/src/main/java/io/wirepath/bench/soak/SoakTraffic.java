package io.wirepath.bench.soak;

import io.wirepath.appliance.synthetic.PcapWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * Writes honest and hostile traffic as a capture, as fast as it is true: its times are those of the host's clock, so
 * that a service that reads it lives through it.
 *
 * <pre>
 *  java io.wirepath.bench.soak.SoakTraffic FILE SECONDS PER_SECOND
 * </pre>
 *
 * All kinds of attacks take turns, {@value #TURN_SECONDS} s each, of {@code PER_SECOND} acts a second; every third turn
 * two are at a time. With 0 acts the honest calls are alone. One thread.
 */
public final class SoakTraffic {

    static final int TURN_SECONDS = 10;

    private static final int ETHERNET = 1;
    private static final long SECOND = 1_000_000_000L;
    private static final long TICK_NANOS = SECOND / HonestCalls.A_SECOND;

    private final Wire wire = new Wire();
    private final HonestCalls honest = new HonestCalls(wire);
    private final List<Attack> attacks = attacks(wire);
    private final long[] acts = new long[attacks.size()];
    private final Random random = new Random(5);
    private final long seconds;
    private final int perTick;

    private SoakTraffic(long seconds, int perSecond) {
        this.seconds = seconds;
        perTick = perSecond / HonestCalls.A_SECOND;
    }

    /** Writes it. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path file = Path.of(arguments[0]);
        SoakTraffic traffic = new SoakTraffic(Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]));
        try (PcapWriter out = new PcapWriter(file, ETHERNET)) {
            traffic.run(out);
        }
        System.out.printf("%d frames in %d s%n", traffic.wire.frames(), traffic.seconds);
    }

    private static List<Attack> attacks(Wire wire) {
        PacketAttacks packets = new PacketAttacks(wire);
        ProtocolAttacks protocols = new ProtocolAttacks(wire);
        return List.of(
                packets::spoofedDnsClient,
                packets::synFlood,
                packets::halfOpen,
                packets::oneInitialNumber,
                packets::madeUpTranslation,
                packets::unsolicitedName,
                packets::datagram,
                packets::fragment,
                packets::hole,
                packets::overlap,
                packets::jump,
                packets::broken,
                protocols::pipelined,
                protocols::streamsReset,
                protocols::dripped,
                protocols::twoLengths,
                protocols::garbage);
    }

    private void run(PcapWriter out) throws IOException, InterruptedException {
        long start = System.currentTimeMillis() * 1_000_000L / SECOND * SECOND + SECOND;
        for (long tick = 0; tick < seconds * HonestCalls.A_SECOND; tick++) {
            long nanos = start + tick * TICK_NANOS;
            honest.put(tick, nanos);
            int turn = (int) (tick / HonestCalls.A_SECOND / TURN_SECONDS);
            attack(turn % attacks.size(), nanos);
            if (turn % 3 == 2) {
                attack((turn * 5 + 1) % attacks.size(), nanos);
            }
            wire.drain(nanos - TICK_NANOS, out);
            long ahead = (nanos + TICK_NANOS) / 1_000_000L - System.currentTimeMillis();
            if (ahead > 0) {
                Thread.sleep(ahead);
            }
        }
        wire.drain(Long.MAX_VALUE, out);
    }

    private void attack(int which, long nanos) {
        for (int i = 0; i < perTick; i++) {
            // strangers do not know when others call
            attacks.get(which).put(acts[which]++, nanos + random.nextInt((int) TICK_NANOS));
        }
    }
}
