package io.wirepath.sniffer.file;

import java.nio.ByteBuffer;

/**
 * The options behind the fixed part of a pcapng block, and the records of a name resolution block, which have the same
 * form.
 *
 * <pre>
 *   0  u16  code, 0 for the end     2  u16  length     4  value, padded to 4 bytes
 * </pre>
 */
final class PcapngOptions {

    static final int COMMENT = 1;

    private static final int END = 0;

    /** Takes the options. */
    @FunctionalInterface
    interface Sink {

        /** An option whose value lies at {@code at}, all of it inside the block. */
        void onOption(int code, int at, int length);
    }

    private PcapngOptions() {}

    /**
     * Shows the options between two offsets; what makes no sense ends them.
     *
     * @return where they end
     */
    static int walk(ByteBuffer bytes, WireOrder order, int from, int end, Sink sink) {
        int option = from;
        while (option + 4 <= end) {
            int code = order.unsigned16(bytes, option);
            int length = order.unsigned16(bytes, option + 2);
            if (code == END) {
                return option + 4;
            }
            if (length > end - option - 4) {
                return end;
            }
            sink.onOption(code, option + 4, length);
            option += 4 + PcapngRecords.padded(length);
        }
        return end;
    }
}
