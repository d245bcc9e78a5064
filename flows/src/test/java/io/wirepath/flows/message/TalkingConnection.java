package io.wirepath.flows.message;

import io.wirepath.flows.Acknowledged;
import io.wirepath.flows.CloseReason;
import io.wirepath.flows.Connection;
import io.wirepath.flows.FlowStatistics;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.StreamBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * A made-up connection that feeds a {@link MessageAssembler} and writes down the messages it finds.
 *
 * <p>A message is written {@code "> Q0 25"}: direction, role (Q request, R response, O one-way, U unknown) with the
 * number of its call, bytes; then, where they hold, {@code setup}, {@code gap}, {@code cut}, {@code fin}, {@code rst}.
 */
public final class TalkingConnection extends Connection {

    public final SightingBatch batch = new SightingBatch();
    public final MessageAssembler assembler;
    private final SegmentContext segment = new SegmentContext();
    private final StreamBytes told = new StreamBytes();
    private final long[] offsets = new long[2];
    private final FlowStatistics[] statistics = {new FlowStatistics(), new FlowStatistics()};
    public long nowNanos = 1_000_000_000L;

    public TalkingConnection(MessageSettings settings) {
        assembler = new MessageAssembler(settings, batch);
        id = 1;
        transport = 6;
        sourceLow = 0xffff0a000001L;
        destinationLow = 0xffff0a000002L;
        sourcePort = 40000;
        destinationPort = 7000;
        openerKnown = true;
    }

    @Override
    public int firstSequence(int direction) {
        return 1000 * (direction + 1);
    }

    @Override
    public FlowStatistics statistics(int direction) {
        return statistics[direction];
    }

    public TalkingConnection open() {
        assembler.onOpen(this, nowNanos);
        return this;
    }

    /** Sends the bytes of a step: {@code ">text"} or {@code "<text"}, with hexadecimal bytes between braces. */
    public TalkingConnection say(String step) {
        return send(directionOf(step), bytesOf(step));
    }

    public TalkingConnection send(int direction, byte[] bytes) {
        segment.timeNanos = nowNanos;
        segment.frameNumber++;
        segment.ttl = 64;
        segment.vlan = -1;
        batch.trigger(segment.frameNumber);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (transport == 17) {
            assembler.onDatagram(this, direction, told.set(buffer, 0, bytes.length, 0, segment), 0);
        } else {
            assembler.onBytes(this, direction, told.set(buffer, 0, bytes.length, offsets[direction], segment));
            offsets[direction] += bytes.length;
        }
        nowNanos += 1_000_000;
        return this;
    }

    /** From now on a side has received so much of the other. */
    public TalkingConnection acknowledging(int acknowledgment) {
        segment.acknowledged = Acknowledged.of(acknowledgment);
        return this;
    }

    /** What this side said from this offset on was not taken. */
    public TalkingConnection takeBack(int direction, long offset) {
        assembler.takesBack(this, direction, offset);
        offsets[direction] = offset;
        return this;
    }

    public TalkingConnection lose(int direction, int length) {
        assembler.onMissing(this, direction, offsets[direction], length, null, nowNanos);
        offsets[direction] += length;
        return this;
    }

    /** So many bytes were sent, which the snap length left out. */
    public TalkingConnection leaveOut(int direction, int length) {
        assembler.onMissing(this, direction, offsets[direction], length, segment, nowNanos);
        offsets[direction] += length;
        return this;
    }

    public TalkingConnection pause(long nanos) {
        nowNanos += nanos;
        assembler.onTime(nowNanos);
        return this;
    }

    public TalkingConnection finish(int direction) {
        assembler.onFin(this, direction, nowNanos);
        return this;
    }

    public List<String> close(CloseReason reason) {
        assembler.onClose(this, reason, nowNanos);
        return messages();
    }

    /** What was found since the last time this was asked; not that a side left a call open. */
    public List<String> messages() {
        List<String> list = new ArrayList<>();
        Sighting sighting = new Sighting();
        for (int i = 0; i < batch.count(); i++) {
            if (!Outcome.isEnd(batch.wrap(i, sighting).outcome())) {
                list.add(describe(sighting));
            }
        }
        batch.reset();
        return list;
    }

    private String describe(Sighting sighting) {
        StringBuilder text = new StringBuilder();
        text.append(sighting.sourcePort() == sourcePort ? '>' : '<').append(' ');
        text.append(
                switch (sighting.role()) {
                    case REQUEST -> 'Q';
                    case RESPONSE -> 'R';
                    case ONE_WAY -> 'O';
                    case UNKNOWN -> 'U';
                });
        if (sighting.callId() != SightingCodec.NO_CALL_ID) {
            text.append(sighting.callId());
        }
        text.append(' ').append(sighting.lengthBytes());
        flag(text, sighting, SightingCodec.FLAG_SETUP, "setup");
        flag(text, sighting, SightingCodec.FLAG_MULTIPLEXED, "multiplexed");
        flag(text, sighting, SightingCodec.FLAG_GAP, "gap");
        flag(text, sighting, SightingCodec.FLAG_CUT, "cut");
        flag(text, sighting, SightingCodec.FLAG_FIN, "fin");
        flag(text, sighting, SightingCodec.FLAG_RST, "rst");
        return text.toString();
    }

    private static void flag(StringBuilder text, Sighting sighting, int flag, String name) {
        if ((sighting.flags() & flag) != 0) {
            text.append(' ').append(name);
        }
    }

    public static int directionOf(String step) {
        return switch (step.charAt(0)) {
            case '>' -> 0;
            case '<' -> 1;
            default -> throw new IllegalArgumentException("a step begins with > or <: " + step);
        };
    }

    public static byte[] bytesOf(String step) {
        StringBuilder hex = new StringBuilder();
        for (int at = 1; at < step.length(); ) {
            if (step.charAt(at) == '{') {
                int end = step.indexOf('}', at);
                hex.append(step.substring(at + 1, end).replace(" ", "").toLowerCase(Locale.ROOT));
                at = end + 1;
            } else {
                byte[] one = String.valueOf(step.charAt(at++)).getBytes(StandardCharsets.ISO_8859_1);
                hex.append(HexFormat.of().formatHex(one));
            }
        }
        return HexFormat.of().parseHex(hex);
    }
}
