package io.wirepath.sniffer.live.system;

import com.kenai.jffi.MemoryIO;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Memory that native code and Java share. */
final class NativeMemory {

    static final MemoryIO IO = MemoryIO.getInstance();

    private NativeMemory() {}

    /** A structure of zeros in the machine's byte order. */
    static ByteBuffer structure(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /** A structure of one int. */
    static ByteBuffer ofInt(int value) {
        return structure(Integer.BYTES).putInt(0, value);
    }

    /** A view of memory that is not Java's; big-endian, as a new buffer is. */
    static ByteBuffer view(long address, int bytes) {
        return IO.newDirectByteBuffer(address, bytes);
    }

    /** Where a direct buffer lies. */
    static long addressOf(ByteBuffer direct) {
        return IO.getDirectBufferAddress(direct);
    }
}
