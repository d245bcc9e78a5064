package io.wirepath.appliance.ship;

import io.wirepath.pipeline.CallPackets.Stretch;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages by which a receiver asks a sniffer for packets of its ring: little-endian, each the whole content of a
 * gRPC message of the method {@code wirepath.Shipping/Ring}. The sniffer calls, so that it listens nowhere.
 *
 * <pre>
 *  from the sniffer
 *    hello       as that of a spool, without incarnation and number
 *    piece       u8 2, u32 number of the question, bytes of a pcapng file, in order
 *    end         u8 3, u32 number of the question, text why there is no more, empty where all is there,
 *                text what of the ring is damaged, empty where nothing is (older sniffers tell none)
 *
 *  from the receiver
 *    question    u8 1, u32 its number, text who asks, u32 count,
 *                count × (text one end, text the other, u8 protocol, i64 i64 from and to, by the sniffer's clock)
 * </pre>
 */
final class RingMessage {

    static final byte QUESTION = 1;
    static final byte PIECE = 2;
    static final byte END = 3;

    /** Bytes of a piece before those of the file. */
    static final int PIECE_AT = 5;

    /** Least bytes of a stretch: those of two ends without text, a protocol and two times. */
    private static final int STRETCH_BYTES = 2 + 2 + 1 + 16;

    private RingMessage() {}

    /**
     * What a receiver asks.
     *
     * @param number tells the answers of several questions apart
     * @param reader who wants to see them, for the log of the sniffer
     * @param wanted connections and times, by the sniffer's clock
     */
    record Question(int number, String reader, List<Stretch> wanted) {

        byte[] encode() {
            byte[] name = ShipMessage.text(reader);
            List<byte[]> ends = new ArrayList<>();
            int bytes = PIECE_AT + 2 + name.length + 4 + wanted.size() * STRETCH_BYTES;
            for (Stretch each : wanted) {
                ends.add(ShipMessage.text(each.one()));
                ends.add(ShipMessage.text(each.other()));
                bytes += ends.get(ends.size() - 2).length + ends.get(ends.size() - 1).length;
            }
            ShipMessage.require(bytes <= ShipMessage.MAX_BYTES, "a question for the packets of too many calls");
            ByteBuffer to = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
            to.put(QUESTION).putInt(number);
            put(name, to).putInt(wanted.size());
            for (int i = 0; i < wanted.size(); i++) {
                Stretch each = wanted.get(i);
                put(ends.get(2 * i), to);
                put(ends.get(2 * i + 1), to).put((byte) each.transport());
                to.putLong(each.fromNanos()).putLong(each.toNanos());
            }
            return to.array();
        }

        /**
         * Reads a question.
         *
         * @throws IllegalArgumentException when it is none
         */
        static Question decode(byte[] message) {
            ByteBuffer from = head(message, QUESTION);
            String reader = ShipMessage.takeText(from);
            ShipMessage.require(from.remaining() >= 4, "a question that is cut");
            int count = from.getInt();
            ShipMessage.require(count >= 0 && count <= from.remaining() / STRETCH_BYTES, "a question that is cut");
            List<Stretch> wanted = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String one = ShipMessage.takeText(from);
                String other = ShipMessage.takeText(from);
                ShipMessage.require(from.remaining() >= 17, "a question that is cut");
                wanted.add(new Stretch(one, other, from.get() & 0xff, from.getLong(), from.getLong(), "wanted"));
            }
            return new Question(RingMessage.number(message), reader, wanted);
        }
    }

    private static ByteBuffer put(byte[] text, ByteBuffer to) {
        return to.putShort((short) text.length).put(text);
    }

    private static ByteBuffer head(byte[] message, byte kind) {
        ShipMessage.require(message.length >= PIECE_AT && message[0] == kind, "a message of another kind than " + kind);
        return ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).position(PIECE_AT);
    }

    /** The number of the question that a message is of. */
    static int number(byte[] message) {
        ShipMessage.require(message.length >= PIECE_AT, "a message that is cut");
        return ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).getInt(1);
    }

    /** Some bytes of the file that answers a question. */
    static byte[] piece(int number, byte[] bytes, int from, int length) {
        return ByteBuffer.allocate(PIECE_AT + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(PIECE)
                .putInt(number)
                .put(bytes, from, length)
                .array();
    }

    /** The answer of a question is whole, or is not, with the reason; and what of the ring is damaged. */
    static byte[] end(int number, String reason, String damage) {
        byte[] why = said(reason);
        byte[] what = said(damage);
        ByteBuffer to =
                ByteBuffer.allocate(PIECE_AT + 2 * 2 + why.length + what.length).order(ByteOrder.LITTLE_ENDIAN);
        return put(what, put(why, to.put(END).putInt(number))).array();
    }

    private static byte[] said(String text) {
        return ShipMessage.text(text.substring(0, Math.min(text.length(), 300)));
    }

    /** Why an answer is not whole; empty where it is. */
    static String reason(byte[] message) {
        return ShipMessage.takeText(head(message, END));
    }

    /** What of the ring is damaged; empty where nothing is, or an older sniffer does not tell. */
    static String damage(byte[] message) {
        ByteBuffer from = head(message, END);
        ShipMessage.takeText(from);
        return from.hasRemaining() ? ShipMessage.takeText(from) : "";
    }
}
