package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * MQTT 3.1, 3.1.1 and 5: what is published is one-way; connecting, subscribing, acknowledging and pings are set-up.
 *
 * <pre>
 *   │ type 4, flags 4 │ length of what follows: varint, at most 4 │ …        CONNECT: name length 2, "MQTT" or "MQIsdp"
 * </pre>
 *
 * Source: OASIS, "MQTT Version 5.0" §2.1, §3.
 */
final class MqttFormat implements FrameFormat {

    private static final int CONNECT = 0x10;
    private static final int PUBLISH = 3;
    private static final int MOST_LENGTH_BYTES = 4;
    private static final int LONGEST_TOPIC = 255;
    private static final byte[] NAME = "MQ".getBytes(US_ASCII);

    @Override
    public Protocol protocol() {
        return Protocol.MQTT;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        boolean publishes = (bytes.get(offset) & 0xf0) == PUBLISH << 4 && !context.fromStart();
        if (!publishes && (bytes.get(offset) != CONNECT || direction != context.requester())) {
            return Verdict.NO;
        }
        int at = 1;
        while (at < length && bytes.get(offset + at) < 0 && at < MOST_LENGTH_BYTES) {
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

    /** What is published in the middle of a connection begins with a topic in printable characters, without wildcards. */
    private static Verdict judgeTopic(ByteBuffer bytes, int from, int end, int length) {
        for (int at = from; at < Math.min(end, from + length); at++) {
            int its = bytes.get(at);
            if (its < ' ' || its == 0x7f || its == '#' || its == '+') {
                return Verdict.NO;
            }
        }
        if (length < 2 || length > LONGEST_TOPIC) {
            return Verdict.NO;
        }
        return from + length > end && end - from < FramerChooser.LOOKS_AT - MOST_LENGTH_BYTES - 3
                ? Verdict.MORE
                : Verdict.YES;
    }

    @Override
    public int header() {
        return 2;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        long content = 0;
        int count = 0;
        boolean more = true;
        while (more) {
            if (count == MOST_LENGTH_BYTES) {
                return piece.giveUp();
            }
            if (length < 2 + count) {
                return piece.need(2 + count);
            }
            int its = bytes.get(offset + 1 + count);
            content |= (its & 0x7fL) << 7 * count++;
            more = its < 0;
        }
        int type = bytes.get(offset) >> 4 & 0x0f;
        if (type == 0) {
            return piece.giveUp();
        }
        piece.role = Role.ONE_WAY;
        piece.flags = type == PUBLISH ? 0 : SightingCodec.FLAG_SETUP;
        return 1 + count + content;
    }
}
