package io.wirepath.bench;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Role;
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
 * How many sightings a core merges in a second: each message is seen by two neighbours of a ring of sniffers, whose clocks
 * are seconds apart and drift; connections of ten calls, a tenth of them through a load balancer.
 *
 * <pre>
 *  java io.wirepath.bench.MergeScaling [SNIFFERS [SIGHTINGS]]        16 and 20 000 000
 * </pre>
 *
 * Run by {@code bench/merge-scaling}.
 */
public final class MergeScaling {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long START = 1_800_000_000_000_000_000L;
    private static final long BETWEEN_MESSAGES_NANOS = 10_000;
    private static final long LINK_NANOS = 30_000;
    private static final int MESSAGES_PER_CONNECTION = 20;

    /** Connections that are open at a time at each sniffer, so that their messages mix. */
    private static final int LANES = 64;

    /** Records made at a time, before they are handed over. */
    private static final int BATCH = 256;

    private final int sniffers;
    private final long messages;
    private final ByteBuffer batch =
            ByteBuffer.allocate(BATCH * SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final Sighting sighting = new Sighting();
    private final ConnectionEnd end = new ConnectionEnd();
    private int batched;

    /** Where the record that is being made begins. */
    private int at;

    private long makingNanos;
    private long madeNanos;

    private MergeScaling(int sniffers, long sightings) {
        this.sniffers = sniffers;
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
        for (int sniffer = 0; sniffer < sniffers; sniffer++) {
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
        int previous = (sniffer + sniffers - 1) % sniffers;
        for (long round = 0; round * sniffers < messages; round++) {
            if (previous > sniffer) {
                pass(sink, sniffer, round, sniffer, true);
                pass(sink, sniffer, round, previous, false);
            } else {
                pass(sink, sniffer, round, previous, false);
                pass(sink, sniffer, round, sniffer, true);
            }
        }
        handOver(sink);
    }

    /** Makes room for another record. */
    private void next(SightingSink sink) {
        if (batched == BATCH) {
            handOver(sink);
        }
        at = batched++ * SightingCodec.LENGTH;
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

    /** A message of the ring's link that begins at {@code owner} passes this sniffer, near the client or near the server. */
    private void pass(SightingSink sink, int sniffer, long round, int owner, boolean near) {
        long lane = round % LANES;
        long inLane = round / LANES;
        long connection = (inLane / MESSAGES_PER_CONNECTION * LANES + lane) * sniffers + owner;
        int step = (int) (inLane % MESSAGES_PER_CONNECTION);
        boolean request = step % 2 == 0;
        boolean first = near == request;
        long time =
                START + (round * sniffers + owner) * BETWEEN_MESSAGES_NANOS + (first ? 0 : LINK_NANOS + round % 7000);
        next(sink);
        putConversation(connection, owner, near, request);
        batch.put(at + SightingCodec.ROLE_AT, (byte) (request ? Role.REQUEST : Role.RESPONSE).ordinal());
        batch.put(at + SightingCodec.TTL_AT, (byte) (first ? 64 : 63));
        long shown = time + sniffer * 1_000_000_000L + (long) (sniffer * 3e-6 * (double) (time - START));
        batch.putLong(at + SightingCodec.FIRST_BYTE_AT, shown);
        batch.putLong(at + SightingCodec.LAST_BYTE_AT, shown);
        batch.putLong(at + SightingCodec.BYTES_AT, 500 + connection % 100);
        batch.putLong(at + SightingCodec.CALL_ID_AT, step / 2);
        batch.putLong(at + SightingCodec.DIGEST_AT, (connection * 64 + step) * 0x9e3779b97f4a7c15L);
        batch.putInt(at + SightingCodec.SEQUENCE_AT, (int) connection * 12345 + step * 1000);
        if (step == MESSAGES_PER_CONNECTION - 1) {
            next(sink);
            putConversation(connection, owner, near, request);
            batch.putShort(at + SightingCodec.VERSION_AT, (short) ConnectionEnd.VERSION);
            batch.putLong(at + ConnectionEnd.LAST_PACKET_AT, shown);
            batch.putLong(at + ConnectionEnd.FIRST_PACKET_AT, shown);
            batch.put(at + ConnectionEnd.REASON_AT, (byte) CloseReason.FINISHED.ordinal());
            for (int i = 0; i < 2 * ConnectionEnd.TOTALS_LENGTH; i += Long.BYTES) {
                batch.putLong(at + ConnectionEnd.TOTALS_AT + i, 0);
            }
        }
    }

    private void putConversation(long connection, int owner, boolean near, boolean request) {
        boolean balanced = connection % 10 == 0;
        int clientPort = 1024 + (int) (connection % 60_000);
        long client = 0xffff0a000000L + owner * 256L + connection % 200;
        long server = near && balanced ? 0xffff0a0a0001L : 0xffff0a0b0000L + owner;
        int serverPort = near && balanced ? 80 : 8080;
        batch.putShort(at + SightingCodec.VERSION_AT, (short) SightingCodec.VERSION);
        batch.putLong(at + SightingCodec.CONNECTION_AT, connection);
        batch.putLong(at + SightingCodec.SOURCE_AT + 8, request ? client : server);
        batch.putLong(at + SightingCodec.DESTINATION_AT + 8, request ? server : client);
        batch.putShort(at + SightingCodec.SOURCE_PORT_AT, (short) (request ? clientPort : serverPort));
        batch.putShort(at + SightingCodec.DESTINATION_PORT_AT, (short) (request ? serverPort : clientPort));
        batch.put(at + SightingCodec.TRANSPORT_AT, (byte) 6);
    }
}
