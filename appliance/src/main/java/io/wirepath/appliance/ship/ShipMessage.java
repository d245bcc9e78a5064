package io.wirepath.appliance.ship;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The messages of the shipping protocol, version {@value #VERSION}: little-endian, each the whole content of a gRPC
 * message of the method {@code wirepath.Shipping/Ship}.
 *
 * <pre>
 *  from the sniffer
 *    hello       u8 1, u16 version, u64 u64 incarnation, i64 least number in the spool, text sniffer, text program
 *    documents   u8 2, u32 count, count × (u32 length, a document of the spool, unchanged)
 *
 *  from the receiver
 *    resume      u8 1, i64 number of the document that is wanted first
 *    kept        u8 2, i64 number up to which everything that was sent is kept
 *
 *  text: u16 length in bytes, UTF-8
 *
 *  sniffer                       receiver
 *     │── hello ────────────────────►│
 *     │◄──────────────────── resume ─│
 *     │── documents ────────────────►│   as many as gRPC's flow control lets pass
 *     │── documents ────────────────►│
 *     │◄────────────────────── kept ─│   after they are in the received spool
 * </pre>
 *
 * A receiver that refuses ends the call with a gRPC status whose description is meant for a person.
 */
final class ShipMessage {

    static final int VERSION = 1;

    static final byte HELLO = 1;
    static final byte DOCUMENTS = 2;
    static final byte RESUME = 1;
    static final byte KEPT = 2;

    /** Bytes of a message of documents before the first of them. */
    static final int DOCUMENTS_AT = 5;

    /** Largest message: a batch is closed before it, unless a single document is longer. */
    static final int MAX_BYTES = 4 << 20;

    private static final int COUNT_AT = 1;
    private static final int MAX_TEXT_BYTES = 1000;

    private ShipMessage() {}

    /**
     * What a sniffer says first.
     *
     * @param version of the protocol
     * @param incarnation of its spool
     * @param firstNumber least number that the spool still holds
     * @param sniffer its name
     * @param program what it runs
     */
    record Hello(int version, UUID incarnation, long firstNumber, String sniffer, String program) {

        /**
         * Checks what a receiver needs.
         *
         * @throws IllegalArgumentException when it is of another version, or its name cannot be kept
         */
        void check() {
            require(
                    version == VERSION,
                    "the sniffer speaks version " + version + " of the shipping protocol, the receiver version "
                            + VERSION + "; run the same program on both");
            require(
                    ReceivedSpools.isName(sniffer),
                    "the name of a sniffer has 1 to 100 letters, digits or . _ @ : -, and begins"
                            + " with a letter or digit; give it one by --name");
        }

        byte[] encode() {
            byte[] name = text(sniffer);
            byte[] by = text(program);
            ByteBuffer to = ByteBuffer.allocate(1 + 2 + 24 + 2 + name.length + 2 + by.length)
                    .order(ByteOrder.LITTLE_ENDIAN);
            to.put(HELLO).putShort((short) version);
            to.putLong(incarnation.getMostSignificantBits()).putLong(incarnation.getLeastSignificantBits());
            to.putLong(firstNumber);
            to.putShort((short) name.length).put(name);
            to.putShort((short) by.length).put(by);
            return to.array();
        }

        /**
         * Reads a hello.
         *
         * @throws IllegalArgumentException when it is none
         */
        static Hello decode(byte[] message) {
            ByteBuffer from = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
            require(from.remaining() >= 27 && from.get() == HELLO, "a stream begins with another message than a hello");
            int version = from.getShort() & 0xffff;
            UUID incarnation = new UUID(from.getLong(), from.getLong());
            return new Hello(version, incarnation, from.getLong(), takeText(from), takeText(from));
        }
    }

    static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        require(bytes.length <= MAX_TEXT_BYTES, "a name of " + bytes.length + " bytes");
        return bytes;
    }

    static String takeText(ByteBuffer from) {
        require(from.remaining() >= 2, "a hello that is cut");
        int length = from.getShort() & 0xffff;
        require(length <= MAX_TEXT_BYTES && length <= from.remaining(), "a hello that is cut");
        byte[] bytes = new byte[length];
        from.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** A message with one number: {@link #RESUME} or {@link #KEPT}. */
    static byte[] number(byte kind, long number) {
        return ByteBuffer.allocate(9)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(kind)
                .putLong(number)
                .array();
    }

    /**
     * Reads the number of a message.
     *
     * @throws IllegalArgumentException when the message is of another kind
     */
    static long numberOf(byte[] message, byte kind) {
        require(message.length == 9 && message[0] == kind, "an answer of another kind than " + kind);
        return ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).getLong(1);
    }

    /** Writes the head of a message of documents over the bytes left free for it, and returns the message. */
    static byte[] documents(ByteBuffer filled, int count) {
        filled.put(0, DOCUMENTS).putInt(COUNT_AT, count);
        byte[] message = new byte[filled.position()];
        filled.get(0, message);
        return message;
    }

    /**
     * Hands over each document, in order; the view given is valid during the call.
     *
     * @throws IllegalArgumentException when the message is none of documents, or a length in it is wrong; what was
     *     handed over before that is good
     */
    static void forEachDocument(byte[] message, Consumer<ByteBuffer> to) {
        require(message.length >= DOCUMENTS_AT && message[0] == DOCUMENTS, "another message than documents");
        ByteBuffer from = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        int count = from.getInt(COUNT_AT);
        int at = DOCUMENTS_AT;
        for (int i = 0; i < count; i++) {
            require(message.length - at >= Integer.BYTES, "a message that ends within its documents");
            int length = from.getInt(at);
            at += Integer.BYTES;
            require(length > 0 && length <= message.length - at, "a document of " + length + " bytes");
            to.accept(from.slice(at, length).order(ByteOrder.LITTLE_ENDIAN));
            at += length;
        }
        require(at == message.length, "bytes after the last document");
    }

    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("the shipping protocol was broken: " + otherwise);
        }
    }
}
