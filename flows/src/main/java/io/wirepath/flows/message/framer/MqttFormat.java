package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * MQTT 3.1, 3.1.1 and 5: what is published is one-way; connecting, subscribing, acknowledging and pings are set-up.
 * What is published with a quality of service has a packet identifier, which PUBACK or PUBREC repeats.
 *
 * <pre>
 *   │ type 4, flags 4 │ length of what follows: varint, at most 4 │ …        CONNECT: name length 2, "MQTT" or "MQIsdp"
 *   PUBLISH: flags │ retry 1 │ quality 2 │ retain 1 │, topic length 2, topic, packet identifier 2        PUBACK: packet identifier 2
 * </pre>
 *
 * Source: OASIS, "MQTT Version 5.0" §2.1, §3.
 */
final class MqttFormat extends FrameFormat {

    private static final int CONNECT = 0x10;
    private static final int CONNACK = 0x20;
    private static final int SUBSCRIBE = 0x82;
    private static final int SUBACK = 0x90;
    private static final int PUBLISH = 3;
    private static final int PUBACK = 4;
    private static final int PUBREC = 5;
    private static final int PUBCOMP = 7;
    private static final int PINGREQ = 12;
    private static final int PINGRESP = 13;

    /** Identifier, reason and length of properties of what answers something published. */
    private static final int ANSWER_SHOWN = 4;

    private static final int MAX_LENGTH_BYTES = 4;
    private static final int LONGEST_TOPIC = 255;
    private static final byte[] NAME = "MQ".getBytes(US_ASCII);

    MqttFormat() {
        super(Protocol.MQTT, 2);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        boolean publishes = (bytes.get(offset) & 0xf0) == PUBLISH << 4 && !context.fromStart();
        if (!context.fromStart() && isOfSession(bytes.get(offset) & 0xff, direction == context.requester())) {
            return judgeSession(bytes, offset, length);
        }
        if (!publishes && (bytes.get(offset) != CONNECT || direction != context.requester())) {
            return Verdict.NO;
        }
        int at = 1;
        while (at < length && bytes.get(offset + at) < 0 && at < MAX_LENGTH_BYTES) {
            at++;
        }
        int nameAt = at + 3;
        if (length < nameAt + NAME.length) {
            return Verdict.MORE;
        }
        int name = bytes.getShort(offset + at + 1);
        if (publishes) {
            return judgeTopic(bytes, offset + nameAt, offset + Math.min(length, FramerChooser.LOOKS_AT), name);
        }
        boolean known = Ascii.agreement(bytes, offset + nameAt, NAME.length, NAME) == NAME.length;
        return known && (name == 4 || name == 6) ? Verdict.YES : Verdict.NO;
    }

    private static boolean isOfSession(int first, boolean asks) {
        return asks ? first == SUBSCRIBE : first == CONNACK || first == SUBACK;
    }

    /** What sets a session up: with one topic, and few properties in version 5, its lengths are known. */
    private static Verdict judgeSession(ByteBuffer bytes, int offset, int length) {
        int type = bytes.get(offset) & 0xff;
        int rest = length < 2 ? 2 : bytes.get(offset + 1);
        int needed = Math.min(2 + rest, 6);
        if (rest < 2) {
            return Verdict.NO;
        }
        if (length < needed) {
            return Verdict.MORE;
        }
        boolean fits = switch (type) {
            case CONNACK ->
                (bytes.get(offset + 2) & ~1) == 0
                        && (rest == 2 ? bytes.get(offset + 3) == 0 : bytes.get(offset + 4) == rest - 3);
            case SUBACK ->
                rest == 3 && (bytes.get(offset + 4) & 0x7c) == 0
                        || rest > 3 && bytes.get(offset + 4) >= 0 && bytes.get(offset + 4) < rest - 3;
            default -> rest > 5 && (bytes.getShort(offset + 4) == rest - 5 || bytes.getShort(offset + 4) == rest - 6);
        };
        return fits ? Verdict.YES : Verdict.NO;
    }

    /**
     * What is published in the middle of a connection begins with a topic in printable characters, without wildcards.
     */
    private static Verdict judgeTopic(ByteBuffer bytes, int from, int end, int length) {
        for (int at = from; at < Math.min(end, from + length); at++) {
            int own = bytes.get(at);
            if (own < ' ' || own == 0x7f || own == '#' || own == '+') {
                return Verdict.NO;
            }
        }
        if (length < 2 || length > LONGEST_TOPIC) {
            return Verdict.NO;
        }
        return from + length > end && end - from < FramerChooser.LOOKS_AT - MAX_LENGTH_BYTES - 3
                ? Verdict.MORE
                : Verdict.YES;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        long content = 0;
        int count = 0;
        boolean more = true;
        while (more) {
            if (count == MAX_LENGTH_BYTES) {
                return piece.giveUp();
            }
            if (length < 2 + count) {
                return piece.need(2 + count);
            }
            int own = bytes.get(offset + 1 + count);
            content |= (own & 0x7fL) << 7 * count++;
            more = own < 0;
        }
        int type = bytes.get(offset) >> 4 & 0x0f;
        int flags = bytes.get(offset) & 0x0f;
        boolean fits = type == PUBLISH ? (flags & 6) != 6 : flags == (type == 6 || type == 8 || type == 10 ? 2 : 0);
        if (type == 0 || !fits) {
            return piece.giveUp();
        }
        int shown = (int) Math.min(content, type == PUBLISH ? Short.BYTES : isAnswer(type) ? ANSWER_SHOWN : 0);
        if (length < 1 + count + shown) {
            return piece.need(1 + count + shown);
        }
        if (!isContent(type, bytes, offset + 1 + count, content)) {
            return piece.giveUp();
        }
        piece.role = Role.ONE_WAY;
        piece.flags = type == PUBLISH ? 0 : SightingCodec.FLAG_SETUP;
        return readIdentifier(type, asks, bytes, offset, length, 1 + count, content, piece) ? 1 + count + content : 0;
    }

    private static boolean isAnswer(int type) {
        return type >= PUBACK && type <= PUBCOMP;
    }

    /** Whether the lengths inside what follows agree with its own. */
    private static boolean isContent(int type, ByteBuffer bytes, int from, long content) {
        if (type == PUBLISH) {
            return content >= Short.BYTES && Short.BYTES + (bytes.getShort(from) & 0xffff) <= content;
        }
        if (isAnswer(type)) {
            // behind a reason, the length of properties; zeros may stand for what was cut off
            int properties = content < ANSWER_SHOWN ? 0 : bytes.get(from + ANSWER_SHOWN - 1);
            return content >= Short.BYTES && (properties <= 0 || properties == content - ANSWER_SHOWN);
        }
        return type < PINGREQ || type > PINGRESP || content == 0;
    }

    /** Reads the packet identifier of what is published or acknowledged; false if that takes more bytes. */
    private static boolean readIdentifier(
            int type, boolean asks, ByteBuffer bytes, int offset, int length, int from, long content, Piece piece) {
        boolean publishes = type == PUBLISH && (bytes.get(offset) & 0x06) != 0;
        if (!publishes && type != PUBACK && type != PUBREC || content < Short.BYTES) {
            return true;
        }
        if (length < from + Short.BYTES) {
            piece.need(from + Short.BYTES);
            return false;
        }
        int at = from + (publishes ? Short.BYTES + (bytes.getShort(offset + from) & 0xffff) : 0);
        if (at + Short.BYTES > from + content || at + Short.BYTES > Piece.MAX_NEEDED) {
            return true;
        }
        if (length < at + Short.BYTES) {
            piece.need(at + Short.BYTES);
            return false;
        }
        boolean fromOpener = publishes == asks;
        piece.delivery = (fromOpener ? 1 << Short.SIZE : 0) | bytes.getShort(offset + at) & 0xffff;
        return true;
    }
}
