package io.wirepath.bench;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.MessageSink;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.merge.reconcile.ReconcilingMerge;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How many sightings a core merges in a second, those of {@link RingTraffic}.
 *
 * <pre>
 *  java io.wirepath.bench.MergeScaling [SNIFFERS [SIGHTINGS]]        16 and 20 000 000
 * </pre>
 *
 * Run by {@code bench/merge-scaling}.
 */
public final class MergeScaling {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long BETWEEN_MESSAGES_NANOS = 10_000;

    /** Records made at a time, before they are handed over. */
    private static final int BATCH = 256;

    private final RingTraffic traffic;
    private final long messages;
    private final ByteBuffer batch = ByteBuffer.allocate((BATCH + RingTraffic.RECORDS_A_ROUND) * SightingCodec.LENGTH)
            .order(ByteOrder.LITTLE_ENDIAN);
    private final Sighting sighting = new Sighting();
    private final ConnectionEnd end = new ConnectionEnd();
    private int batched;

    private long makingNanos;
    private long madeNanos;

    private MergeScaling(int sniffers, long sightings) {
        traffic = new RingTraffic(sniffers, BETWEEN_MESSAGES_NANOS);
        messages = sightings / 2;
    }

    /** Runs the measurement. */
    public static void main(String[] arguments) {
        int sniffers = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 16;
        long sightings = arguments.length > 1 ? Long.parseLong(arguments[1]) : 20_000_000L;
        MergeScaling bench = new MergeScaling(sniffers, sightings);
        Tally tally = new Tally();
        ReconcilingMerge merge = new ReconcilingMerge(tally, MergeSettings.defaults());
        long ownBefore = ownNanos();
        double all = bench.seconds(merge);
        double generating = (double) bench.makingNanos / 1e9;
        long own = ownNanos() - ownBefore;
        double merging = all - generating;
        System.out.printf(
                "%d sniffers, %d sightings, %d messages out, %d of them of two sightings%n",
                sniffers, 2 * bench.messages, tally.messages, tally.joined);
        System.out.printf(
                "%.1f s of CPU for the merge (%.1f s more to make the sightings): %.2f million sightings per second%n",
                merging, generating, 2 * bench.messages / merging / 1e6);
        System.out.printf(
                "%.1f s of it by the compiler and the collector of the virtual machine%n", all - (double) own / 1e9);
        merge.result().clocks().stream().limit(3).forEach(clock -> System.out.println(clock.line()));
        merge.result().counters().forEach(value -> System.out.println(value.counter() + " " + value.value()));
    }

    private static final class Tally implements MessageSink {
        private long messages;
        private long joined;

        @Override
        public void onMessage(MessageRecord message) {
            messages++;
            joined += message.sightings() == 2 ? 1 : 0;
        }
    }

    private double seconds(ReconcilingMerge merge) {
        long before = cpuNanos();
        for (int sniffer = 0; sniffer < traffic.sniffers(); sniffer++) {
            feed(merge.begin(sniffer), sniffer);
        }
        merge.finish();
        return (double) (cpuNanos() - before) / 1e9;
    }

    /** Of all threads, the compiler's and the collector's included. */
    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** Of the calling thread. */
    private static long ownNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** What making the sightings costs is taken down apart, batch by batch. */
    private void feed(SightingSink sink, int sniffer) {
        madeNanos = ownNanos();
        for (long round = 0; round * traffic.sniffers() < messages; round++) {
            batched += traffic.put(batch, batched * SightingCodec.LENGTH, sniffer, round);
            if (batched >= BATCH) {
                handOver(sink);
            }
        }
        handOver(sink);
    }

    private void handOver(SightingSink sink) {
        makingNanos += ownNanos() - madeNanos;
        for (int i = 0; i < batched; i++) {
            int from = i * SightingCodec.LENGTH;
            if (ConnectionEnd.isAt(batch, from)) {
                sink.onConnectionEnd(end.wrap(batch, from));
            } else {
                sink.onSighting(sighting.wrap(batch, from));
            }
        }
        batched = 0;
        madeNanos = ownNanos();
    }
}
