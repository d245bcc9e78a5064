package io.wirepath.report;

import static io.wirepath.report.CallRecords.HEADER;
import static io.wirepath.report.CallRecords.RECORD;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.analyze.path.WholeTrees;
import io.wirepath.analyze.row.CallFacts;
import io.wirepath.analyze.row.CallRow;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes the calls of an analysis as {@link CallRecords}. */
public final class CallRecordWriter {

    private static final long NANOS_PER_MICRO = 1000;
    private static final int ALIGN = 8;
    private static final int RECORDS_AT_ONCE = 4096;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What one mapping holds. */
    private static final int MAX_CALLS = (Integer.MAX_VALUE - (64 << 20)) / RECORD;

    private final MessageTable messages;
    private final CallTable calls;

    private final WholeTrees trees;
    private final CallFacts facts;
    private final Analysis analysis;

    private CallRecordWriter(Analysis analysis) {
        this.analysis = analysis;
        messages = analysis.messages();
        calls = analysis.calls();
        facts = new CallFacts(analysis);
        trees = new WholeTrees(messages, analysis.links(), calls);
    }

    /**
     * Writes the records.
     *
     * @throws IllegalArgumentException for more calls than a file can be mapped with, 23 million
     */
    public static void write(Analysis analysis, WritableByteChannel to) throws IOException {
        new CallRecordWriter(analysis).writeAll(to);
    }

    private void writeAll(WritableByteChannel to) throws IOException {
        if (calls.size() > MAX_CALLS) {
            throw new IllegalArgumentException(calls.size() + " calls are more than one file of calls holds");
        }
        byte[] names = names();
        ByteBuffer head = ByteBuffer.allocate(HEADER + names.length);
        head.putInt(CallRecords.MAGIC)
                .putInt(CallRecords.FORM)
                .putInt(names.length)
                .putInt(calls.size());
        drain(head.put(names), to);
        ByteBuffer some = ByteBuffer.allocate(RECORDS_AT_ONCE * RECORD);
        for (int call = 0; call < calls.size(); call++) {
            put(call, some.slice(some.position(), RECORD));
            some.position(some.position() + RECORD);
            if (!some.hasRemaining()) {
                drain(some, to);
            }
        }
        drain(some, to);
    }

    private static void drain(ByteBuffer from, WritableByteChannel to) throws IOException {
        from.flip();
        while (from.hasRemaining()) {
            to.write(from);
        }
        from.clear();
        // what a record does not set is zero
        while (from.hasRemaining()) {
            from.put((byte) 0);
        }
        from.clear();
    }

    private byte[] names() {
        List<String> names = new ArrayList<>();
        for (int node = 0; node < messages.nodes().size(); node++) {
            names.add(messages.nodes().get(node).name());
        }
        try {
            String text = JSON.writeValueAsString(names);
            int length = text.getBytes(StandardCharsets.UTF_8).length;
            return (text + " ".repeat(Math.floorMod(-length, ALIGN))).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private void put(int call, ByteBuffer to) {
        int request = calls.request()[call];
        int answer = calls.response()[call];
        CallRow row = new CallRow(facts, call);
        boolean answered = answer != MessageTable.NONE;
        boolean oneWay = messages.role(request) == Role.ONE_WAY;
        to.putLong(CallRecords.BEGIN, row.beginNanos());
        to.putLong(CallRecords.TOOK, answered || oneWay ? row.tookNanos() : -1);
        to.putInt(CallRecords.REQUEST_WAY, field(CallRow.wayNanos(messages, request)));
        to.putInt(CallRecords.FROM, messages.source(request));
        to.putInt(CallRecords.TO, messages.destination(request));
        to.putInt(CallRecords.PARENT, calls.parent()[call]);
        to.putInt(CallRecords.ROOT, calls.root()[call]);
        to.putShort(CallRecords.FROM_PORT, (short) messages.sourcePort(request));
        to.putShort(CallRecords.TO_PORT, (short) messages.destinationPort(request));
        to.put(CallRecords.PROTOCOL, (byte) messages.protocol(request).ordinal());
        to.put(CallRecords.FLAGS, (byte) flags(call));
        to.putShort(CallRecords.OUTCOME, (short) calls.outcome(messages, call));
        to.putInt(CallRecords.REQUEST_BYTES, field(messages.lengthBytes(request)));
        to.putFloat(CallRecords.PROBABILITY, (float) calls.probability()[call]);
        to.putShort(CallRecords.TREE, (short) Math.round(trees.certainty(call) * CallRecords.CERTAIN_TREE));
        to.put(CallRecords.REQUEST_RESENT, (byte) messages.resentSegments(request));
        to.putInt(CallRecords.REQUEST_RESENT_WAIT, micros(messages.resentWaitNanos(request)));
        to.putInt(CallRecords.REQUEST_CLOSED, micros(messages.zeroWindowNanos(request)));
        to.putInt(CallRecords.SET_UP, micros(messages.setUpNanos(request)));
        if (answered) {
            to.putInt(CallRecords.ANSWER_WAY, field(CallRow.wayNanos(messages, answer)));
            to.putInt(CallRecords.ANSWER_BYTES, field(messages.lengthBytes(answer)));
            to.put(CallRecords.ANSWER_RESENT, (byte) messages.resentSegments(answer));
            to.putInt(CallRecords.ANSWER_RESENT_WAIT, micros(messages.resentWaitNanos(answer)));
            to.putInt(CallRecords.ANSWER_CLOSED, micros(messages.zeroWindowNanos(answer)));
        }
    }

    private int flags(int call) {
        int request = calls.request()[call];
        int answer = calls.response()[call];
        int bits = messages.flags(request) | (answer == MessageTable.NONE ? 0 : messages.flags(answer));
        return (analysis.counted().holds(messages, request) ? CallRecords.FLAG_COUNTED : 0)
                | (calls.isOneWay(messages, call) ? CallRecords.FLAG_ONE_WAY : 0)
                | ((bits & SightingCodec.FLAG_RST) == 0 ? 0 : CallRecords.FLAG_RESET)
                | (analysis.measure() == LinkMeasure.SCORE ? CallRecords.FLAG_SCORE : 0)
                | (calls.isUnanswered(messages, call) ? CallRecords.FLAG_UNANSWERED : 0);
    }

    /** What an unsigned field of 32 bits holds of it. */
    private static int field(long value) {
        return (int) Math.max(0, Math.min(0xffff_ffffL, value));
    }

    private static int micros(long nanos) {
        return field(nanos / NANOS_PER_MICRO);
    }
}
