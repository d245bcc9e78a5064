package io.wirepath.appliance.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.GeneratedTrace.TrueCall;
import io.wirepath.analyze.truth.GeneratedTrace.TrueMessage;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SplitMix64;
import io.wirepath.merge.live.LiveMerge;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * A sniffer that sees a generated minute of traffic again and again, on connections that stay open, up to the present
 * moment of a made-up clock.
 */
final class GeneratedFeed extends ClockedFeed {

    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final long V4 = 0xffff_0000_0000L;

    private final GeneratedTrace trace;
    private final List<Integer> order = new ArrayList<>();
    private final long[] offsetInFlow;
    private final Map<Long, Long> flowBytes = new HashMap<>();
    private final long clockAheadNanos;
    private final ByteBuffer record = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private long startNanos;
    private long number;
    private long minute;
    private int next;
    private long toldNanos;

    GeneratedFeed(String name, GeneratedTrace trace, long clockAheadNanos, long startNanos, LongSupplier now) {
        super(name, UUID.nameUUIDFromBytes(name.getBytes(UTF_8)), now);
        this.trace = trace;
        this.clockAheadNanos = clockAheadNanos;
        this.startNanos = startNanos;
        offsetInFlow = new long[trace.messages().size()];
        for (int i = 0; i < offsetInFlow.length; i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingLong(i -> trace.messages().get(i).receivedNanos()));
        for (int i : order) {
            TrueMessage message = trace.messages().get(i);
            long flow = flow(message);
            offsetInFlow[i] = flowBytes.getOrDefault(flow, 0L);
            flowBytes.merge(flow, (long) message.lengthBytes(), Long::sum);
        }
        long last = trace.messages().get(order.get(order.size() - 1)).receivedNanos();
        if (last - TraceGenerator.START_NANOS >= MINUTE) {
            throw new IllegalArgumentException("the trace is longer than a minute");
        }
    }

    /** Messages of a minute. */
    int messagesAMinute() {
        return order.size();
    }

    @Override
    public int read(LiveMerge merge, int source, int most) {
        int read = 0;
        if (number == 0) {
            merge.start(source, ++number);
        }
        while (read < most && nextNanos() <= now.getAsLong()) {
            encode(order.get(next));
            merge.offer(source, ++number, record, 0);
            read++;
            if (++next == order.size()) {
                next = 0;
                minute++;
            }
        }
        if (nextNanos() > now.getAsLong() && toldNanos < now.getAsLong()) {
            toldNanos = now.getAsLong();
            merge.progress(source, ++number, toldNanos + clockAheadNanos);
            read++;
        }
        return read;
    }

    private long nextNanos() {
        return shifted(trace.messages().get(order.get(next)).receivedNanos());
    }

    private long shifted(long nanos) {
        return startNanos + minute * MINUTE + nanos - TraceGenerator.START_NANOS;
    }

    private long flow(TrueMessage message) {
        return 2L * trace.calls().get(message.call()).connection() + (message.role() == Role.RESPONSE ? 1 : 0);
    }

    private void encode(int row) {
        TrueMessage message = trace.messages().get(row);
        TrueCall call = trace.calls().get(message.call());
        long offset = minute * flowBytes.getOrDefault(flow(message), 0L) + offsetInFlow[row];
        record.putShort(SightingCodec.VERSION_AT, (short) SightingCodec.VERSION);
        record.putShort(SightingCodec.LENGTH_AT, (short) SightingCodec.LENGTH);
        record.putLong(SightingCodec.CONNECTION_AT, call.connection() + 1L);
        record.putLong(SightingCodec.SOURCE_AT, 0).putLong(SightingCodec.SOURCE_AT + 8, address(message.source()));
        record.putLong(SightingCodec.DESTINATION_AT, 0)
                .putLong(SightingCodec.DESTINATION_AT + 8, address(message.destination()));
        record.putShort(SightingCodec.SOURCE_PORT_AT, (short) trace.sourcePort(message));
        record.putShort(SightingCodec.DESTINATION_PORT_AT, (short) trace.destinationPort(message));
        record.put(SightingCodec.TRANSPORT_AT, (byte) 6);
        record.put(SightingCodec.ROLE_AT, (byte) message.role().ordinal());
        record.put(SightingCodec.TTL_AT, (byte) 64);
        record.putLong(SightingCodec.FIRST_BYTE_AT, shifted(message.sentNanos()) + clockAheadNanos);
        record.putLong(SightingCodec.LAST_BYTE_AT, shifted(message.receivedNanos()) + clockAheadNanos);
        record.putLong(SightingCodec.BYTES_AT, message.lengthBytes());
        record.putLong(SightingCodec.CALL_ID_AT, minute * trace.calls().size() + message.call());
        record.putLong(SightingCodec.DIGEST_AT, (minute * order.size() + row) * SplitMix64.STEP);
        record.putLong(SightingCodec.STREAM_OFFSET_AT, offset);
        record.putInt(SightingCodec.SEQUENCE_AT, (int) offset);
        record.putShort(SightingCodec.IP_ID_AT, (short) (minute * 31 + row));
        record.putInt(SightingCodec.VLAN_AT, -1);
        record.putInt(SightingCodec.PACKETS_AT, 1);
    }

    private static long address(int node) {
        return V4 | 10L << 24 | 77L << 16 | node + 1;
    }
}
