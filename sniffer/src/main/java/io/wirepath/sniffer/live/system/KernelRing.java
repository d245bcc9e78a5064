package io.wirepath.sniffer.live.system;

import java.io.Closeable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jnr.ffi.Pointer;

/**
 * The TPACKET_V3 ring of a packet socket: blocks of frames in memory that the kernel and we share. The kernel fills one
 * block after the other and hands each over when it is full, or some time after its first frame; it must be given back.
 *
 * <pre>
 *  tpacket_req3   0 u32 block bytes    4 u32 blocks    8 u32 frame bytes   12 u32 frames
 *                16 u32 milliseconds until a block is handed over   20 u32 private bytes   24 u32 features
 * </pre>
 *
 * <p>Blocks may be given back in any order and by any thread. Once closed, the memory is unmapped: a thread that still
 * reads it ends the process.
 */
public final class KernelRing implements Closeable {

    /** Size of a block: holds the longest frame, and fits the second-level cache. */
    public static final int BLOCK_BYTES = 1 << 19;

    /** A block with a frame in it is handed over after this time at the latest, or twice this. */
    public static final int HAND_OVER_MILLIS = 40;

    /** Fewer would all be under way at once. */
    private static final int MIN_BLOCKS = 8;

    private static final int PACKET_RX_RING = 5;
    private static final int PACKET_VERSION = 10;
    private static final int PACKET_RESERVE = 12;
    private static final int TPACKET_V3 = 2;
    private static final int FRAME_BYTES = 2048;
    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_SHARED = 1;

    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final Pointer memory;
    private final long lengthBytes;
    private final ByteBuffer[] fields;
    private final ByteBuffer[] bytes;
    private boolean closed;

    private KernelRing(Pointer memory, int blocks) {
        this.memory = memory;
        lengthBytes = (long) blocks * BLOCK_BYTES;
        fields = new ByteBuffer[blocks];
        bytes = new ByteBuffer[blocks];
        for (int i = 0; i < blocks; i++) {
            bytes[i] = NativeMemory.view(memory.address() + (long) i * BLOCK_BYTES, BLOCK_BYTES);
            fields[i] = bytes[i].duplicate().order(ByteOrder.nativeOrder());
        }
    }

    /**
     * Gives the socket a ring.
     *
     * @param bufferBytes how much memory; less is taken when the kernel has not as much
     */
    public static KernelRing of(PacketSocket socket, long bufferBytes) throws SystemException {
        socket.set(PACKET_VERSION, NativeMemory.ofInt(TPACKET_V3), "PACKET_VERSION");
        socket.set(PACKET_RESERVE, NativeMemory.ofInt(RingBlockLayout.RESERVED_BYTES), "PACKET_RESERVE");
        int blocks = (int) Math.max(MIN_BLOCKS, bufferBytes / BLOCK_BYTES);
        while (!request(socket, blocks)) {
            blocks /= 2;
        }
        Pointer memory = LibC.INSTANCE.mmap(
                null, (long) blocks * BLOCK_BYTES, PROT_READ_WRITE, MAP_SHARED, socket.descriptor(), 0);
        if (memory == null || memory.address() == -1) {
            throw SystemException.of("mmap");
        }
        return new KernelRing(memory, blocks);
    }

    private static boolean request(PacketSocket socket, int blocks) throws SystemException {
        ByteBuffer request = NativeMemory.structure(28)
                .putInt(0, BLOCK_BYTES)
                .putInt(4, blocks)
                .putInt(8, FRAME_BYTES)
                .putInt(12, BLOCK_BYTES / FRAME_BYTES * blocks)
                .putInt(16, HAND_OVER_MILLIS);
        try {
            socket.set(PACKET_RX_RING, request, "PACKET_RX_RING");
            return true;
        } catch (SystemException e) {
            if (e.error() == SystemException.ENOMEM && blocks > MIN_BLOCKS) {
                return false;
            }
            throw e;
        }
    }

    /** Number of blocks. */
    public int blocks() {
        return fields.length;
    }

    /** Size of all blocks. */
    public long lengthBytes() {
        return lengthBytes;
    }

    /** Whether the kernel has handed this block over; what it wrote before is then to be seen. */
    public boolean isOurs(int block) {
        return ((int) INT.getAcquire(fields[block], RingBlockLayout.BLOCK_STATUS) & RingBlockLayout.BLOCK_OURS) != 0;
    }

    /** The block, to read the fields of {@link RingBlockLayout} from. */
    public ByteBuffer fields(int block) {
        return fields[block];
    }

    /** The same bytes, big-endian. */
    public ByteBuffer bytes(int block) {
        return bytes[block];
    }

    /** Gives the block back; it must not be read afterwards. */
    public void giveBack(int block) {
        INT.setRelease(fields[block], RingBlockLayout.BLOCK_STATUS, 0);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            LibC.INSTANCE.munmap(memory, lengthBytes);
        }
    }
}
