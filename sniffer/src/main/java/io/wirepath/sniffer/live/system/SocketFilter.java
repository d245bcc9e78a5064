package io.wirepath.sniffer.live.system;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A classic BPF program, as a socket runs it over each frame: its result is how many bytes of the frame are kept, 0 for
 * none. Immutable.
 *
 * <pre>
 *  an instruction   0  u16  code      2  u8  jump if true     3  u8  jump if false     4  u32  operand
 * </pre>
 *
 * Jumps count the instructions that are passed over, so a program stays right when others are put before it.
 *
 * @see <a href="https://docs.kernel.org/networking/filter.html">Linux Socket Filtering</a>
 */
public final class SocketFilter {

    static final int INSTRUCTION_BYTES = 8;

    private static final int LOAD_WORD_AT = 0x20;
    private static final int LOAD_HALF_AT = 0x28;
    private static final int LOAD_BYTE_AT = 0x30;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int RETURN = 0x06;
    private static final int RETURN_A = 0x16;
    private static final int ADD_X = 0x0c;
    private static final int MULTIPLY = 0x24;
    private static final int SHIFT_RIGHT = 0x74;
    private static final int A_TO_X = 0x07;

    /** Ancillary load of what the kernel knows of the frame's direction. */
    private static final int PACKET_TYPE = -0x1000 + 4;

    private static final int OUTGOING = 4;

    private final int[] words;

    private SocketFilter(int[] words) {
        this.words = words;
    }

    /** Keeps this much of every frame. */
    public static SocketFilter all(int snaplenBytes) {
        return new Builder().returns(snaplenBytes).build();
    }

    /** Keeps nothing. */
    public static SocketFilter none() {
        return new Builder().returns(0).build();
    }

    /** Takes over what libpcap compiled: two words an instruction. */
    static SocketFilter of(int[] words) {
        return new SocketFilter(words.clone());
    }

    /** The same for frames that this host sends, or for those that it does not. */
    public SocketFilter forDirection(boolean outgoing) {
        Builder builder = new Builder().loadByte(PACKET_TYPE);
        if (outgoing) {
            builder.jumpIfEqual(OUTGOING, 1, 0).returns(0);
        } else {
            builder.jumpIfEqual(OUTGOING, 0, 1).returns(0);
        }
        return builder.append(words).build();
    }

    /** Number of instructions. */
    int length() {
        return words.length / 2;
    }

    /** The instructions, for the kernel. */
    ByteBuffer instructions() {
        ByteBuffer packed = NativeMemory.structure(words.length * Integer.BYTES);
        packed.asIntBuffer().put(words);
        return packed;
    }

    /** Writes a program instruction by instruction. */
    static final class Builder {

        private int[] words = new int[16];
        private int count;

        Builder loadWord(int offset) {
            return put(LOAD_WORD_AT, 0, 0, offset);
        }

        Builder loadHalf(int offset) {
            return put(LOAD_HALF_AT, 0, 0, offset);
        }

        Builder loadByte(int offset) {
            return put(LOAD_BYTE_AT, 0, 0, offset);
        }

        Builder jumpIfEqual(int value, int ifTrue, int ifFalse) {
            return put(JUMP_IF_EQUAL, ifTrue, ifFalse, value);
        }

        Builder keepInX() {
            return put(A_TO_X, 0, 0, 0);
        }

        Builder addX() {
            return put(ADD_X, 0, 0, 0);
        }

        Builder multiply(int factor) {
            return put(MULTIPLY, 0, 0, factor);
        }

        Builder shiftRight(int bits) {
            return put(SHIFT_RIGHT, 0, 0, bits);
        }

        Builder returns(int value) {
            return put(RETURN, 0, 0, value);
        }

        Builder returnsA() {
            return put(RETURN_A, 0, 0, 0);
        }

        Builder append(int[] program) {
            for (int word : program) {
                add(word);
            }
            return this;
        }

        Builder append(Builder program) {
            return append(program.build().words);
        }

        /** Number of instructions so far. */
        int length() {
            return count / 2;
        }

        SocketFilter build() {
            return new SocketFilter(Arrays.copyOf(words, count));
        }

        private Builder put(int code, int ifTrue, int ifFalse, int operand) {
            ByteBuffer one = NativeMemory.structure(INSTRUCTION_BYTES);
            one.putShort(0, (short) code)
                    .put(2, (byte) ifTrue)
                    .put(3, (byte) ifFalse)
                    .putInt(4, operand);
            add(one.getInt(0));
            add(one.getInt(4));
            return this;
        }

        private void add(int word) {
            if (count == words.length) {
                words = Arrays.copyOf(words, 2 * count);
            }
            words[count++] = word;
        }
    }
}
