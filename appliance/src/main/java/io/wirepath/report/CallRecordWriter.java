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
import java.util.function.IntToLongFunction;

/** Writes the calls of an analysis as {@link CallRecords}. */
public final class CallRecordWriter {

    private static final CallField[] FIELDS = CallField.values();
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
            ByteBuffer record = some.slice(some.position(), RECORD);
            for (CallField field : FIELDS) {
                CallRecords.put(record, field, value(field, call));
            }
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

    private long value(CallField field, int call) {
        int request = calls.request()[call];
        CallRow row = new CallRow(facts, call);
        return switch (field) {
            case BEGIN -> row.beginNanos();
            case TOOK -> row.isAnswered() || messages.role(request) == Role.ONE_WAY ? row.tookNanos() : -1;
            case REQUEST_WAY -> CallRow.wayNanos(messages, request);
            case ANSWER_WAY -> ofAnswer(call, answer -> CallRow.wayNanos(messages, answer));
            case FROM -> messages.source(request);
            case TO -> messages.destination(request);
            case PARENT -> row.parent();
            case ROOT -> calls.root()[call];
            case FROM_PORT -> messages.sourcePort(request);
            case TO_PORT -> messages.destinationPort(request);
            case PROTOCOL -> messages.protocol(request).ordinal();
            case FLAGS -> flags(call);
            case OUTCOME -> calls.outcome(messages, call);
            case REQUEST_BYTES -> messages.lengthBytes(request);
            case ANSWER_BYTES -> ofAnswer(call, messages::lengthBytes);
            case PROBABILITY -> Float.floatToIntBits((float) row.probability());
            case REQUEST_RESENT -> messages.resentSegments(request);
            case ANSWER_RESENT -> ofAnswer(call, messages::resentSegments);
            case TREE -> Math.round(trees.certainty(call) * CallRecords.CERTAIN_TREE);
            case REQUEST_RESENT_WAIT -> messages.resentWaitNanos(request);
            case ANSWER_RESENT_WAIT -> ofAnswer(call, messages::resentWaitNanos);
            case REQUEST_CLOSED -> messages.zeroWindowNanos(request);
            case ANSWER_CLOSED -> ofAnswer(call, messages::zeroWindowNanos);
            case SET_UP -> messages.setUpNanos(request);
        };
    }

    private long ofAnswer(int call, IntToLongFunction of) {
        int answer = calls.response()[call];
        return answer == MessageTable.NONE ? 0 : of.applyAsLong(answer);
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
}
