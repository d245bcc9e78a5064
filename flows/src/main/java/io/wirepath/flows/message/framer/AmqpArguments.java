package io.wirepath.flows.message.framer;

/**
 * Where the bit <i>no-wait</i> stands among the arguments of a method of AMQP 0-9-1: behind a reserved number and short
 * strings, in one octet with other bits.
 *
 * <pre>
 *   queue.declare   │ 50 │ 10 │ reserved 2 │ queue: length 1, … │ bits: passive, durable, exclusive, auto-delete, no-wait │ …
 * </pre>
 *
 * Source: AMQP 0-9-1 specification, "Generated XML".
 */
final class AmqpArguments {

    private static final int NONE = -1;

    private AmqpArguments() {}

    /**
     * Short strings before the bit; negative where the method has none. The method is class and number, 16 bits each.
     */
    static int stringsBefore(int method) {
        return switch (method) {
            case 40 << 16 | 10 -> 2;
            case 40 << 16 | 20, 50 << 16 | 10, 50 << 16 | 30, 50 << 16 | 40, 60 << 16 | 30 -> 1;
            case 40 << 16 | 30, 40 << 16 | 40, 50 << 16 | 20 -> 3;
            case 60 << 16 | 20 -> 2;
            case 85 << 16 | 10 -> 0;
            default -> NONE;
        };
    }

    /** Bytes before those strings. */
    static int bytesBefore(int method) {
        return method == (60 << 16 | 30) || method == (85 << 16 | 10) ? 0 : Short.BYTES;
    }

    /** Number of the bit, from the lowest. */
    static int noWaitBit(int method) {
        return switch (method) {
            case 40 << 16 | 10, 50 << 16 | 10 -> 4;
            case 60 << 16 | 20 -> 3;
            case 50 << 16 | 40 -> 2;
            case 40 << 16 | 20 -> 1;
            default -> 0;
        };
    }
}
