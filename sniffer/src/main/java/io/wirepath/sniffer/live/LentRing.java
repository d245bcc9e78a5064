package io.wirepath.sniffer.live;

import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.live.system.InterfaceLinkType;
import io.wirepath.sniffer.live.system.KernelRing;
import io.wirepath.sniffer.live.system.RingBlockLayout;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's ring, read in place: a block of the ring is lent to a {@link FrameBlock}, and given back to the kernel
 * when that is filled again, because then nobody looks at it any more.
 *
 * <pre>
 *  ring   │ kernel's │ lent │ lent │ ready │ being filled │ kernel's │ ...
 *                      ▲ given back first    ▲ next
 * </pre>
 *
 * <p>The kernel takes VLAN tags out of frames; they are put back into the room in front of each. Used by one thread.
 */
final class LentRing {

    private final KernelRing ring;
    private final int linkType;
    private final @Nullable FrameBlock[] lentTo;
    private int lent;
    private int next;
    private long takenBytes;

    LentRing(KernelRing ring, int linkType) {
        this.ring = ring;
        this.linkType = linkType;
        lentTo = new FrameBlock[ring.blocks()];
    }

    /** Size of all blocks. */
    long lengthBytes() {
        return ring.lengthBytes();
    }

    /** The ring block that this block showed, if it was one of this ring, is the kernel's again. */
    void giveBack(FrameBlock block) {
        int blocks = lentTo.length;
        for (int i = lent, at = Math.floorMod(next - lent, blocks); i > 0; i--, at = (at + 1) % blocks) {
            if (lentTo[at] == block) {
                lentTo[at] = null;
                ring.giveBack(at);
                break;
            }
        }
        while (lent > 0 && lentTo[Math.floorMod(next - lent, blocks)] == null) {
            lent--;
        }
    }

    /** Whether there is a block to {@link #take}. */
    boolean isReady() {
        return lentTo[next] == null && ring.isOurs(next);
    }

    /** Whether any block is in use. */
    boolean isLent() {
        return lent > 0;
    }

    /** Time of the first frame of the block that is ready. */
    long readyNanos() {
        ByteBuffer fields = ring.fields(next);
        return timeNanos(fields, fields.getInt(RingBlockLayout.BLOCK_FIRST));
    }

    private static long timeNanos(ByteBuffer fields, int at) {
        return (fields.getInt(at + RingBlockLayout.FRAME_SECONDS) & 0xffff_ffffL) * 1_000_000_000L
                + fields.getInt(at + RingBlockLayout.FRAME_NANOS);
    }

    /**
     * Shows the next block, which is ready, in this block.
     *
     * @return how many of its frames the card has not stamped
     */
    long take(FrameBlock block, int snaplen) {
        ByteBuffer fields = ring.fields(next);
        ByteBuffer bytes = ring.bytes(next);
        int count = fields.getInt(RingBlockLayout.BLOCK_FRAMES);
        int at = fields.getInt(RingBlockLayout.BLOCK_FIRST);
        boolean wantsTags = linkType == InterfaceLinkType.ETHERNET;
        long captured = 0;
        long withoutCard = 0;
        for (int i = 0; i < count; i++) {
            int status = fields.getInt(at + RingBlockLayout.FRAME_STATUS);
            int length = fields.getInt(at + RingBlockLayout.FRAME_CAPTURED);
            int original = fields.getInt(at + RingBlockLayout.FRAME_ORIGINAL);
            int offset = at + (fields.getShort(at + RingBlockLayout.FRAME_LINK_LAYER) & 0xffff);
            if ((status & RingBlockLayout.STATUS_VLAN_VALID) != 0 && wantsTags && length >= VlanTag.INSERTED_AT) {
                VlanTag.insert(bytes, offset, VlanTag.protocol(fields, at, status), VlanTag.tag(fields, at));
                offset -= VlanTag.BYTES;
                length += VlanTag.BYTES;
                original += VlanTag.BYTES;
            }
            length = Math.min(length, snaplen);
            block.add(timeNanos(fields, at), offset, length, original, linkType);
            captured += length;
            withoutCard += ~status >>> 31;
            at += fields.getInt(at + RingBlockLayout.FRAME_NEXT);
        }
        takenBytes = captured;
        lendNextTo(block, bytes);
        return withoutCard;
    }

    /** Captured bytes of the block that was taken last. */
    long takenBytes() {
        return takenBytes;
    }

    /** How much of the ring waits to be taken, 0 to 1. */
    double filling() {
        return readyBlocks() / (double) lentTo.length;
    }

    /** Blocks that wait to be taken: they lie in a row from the next one on, those of the kernel behind them. */
    private int readyBlocks() {
        int blocks = lentTo.length;
        int ready = 0;
        int notReady = blocks - lent;
        while (ready < notReady) {
            int middle = (ready + notReady) >>> 1;
            if (ring.isOurs((next + middle) % blocks)) {
                ready = middle + 1;
            } else {
                notReady = middle;
            }
        }
        return ready;
    }

    private void lendNextTo(FrameBlock block, ByteBuffer bytes) {
        block.lend(bytes);
        lentTo[next] = block;
        lent++;
        next = next + 1 == lentTo.length ? 0 : next + 1;
    }

    /** Empties the blocks that still show the ring, before its memory goes. */
    void takeBack() {
        for (FrameBlock block : lentTo) {
            if (block != null) {
                block.reset(0);
            }
        }
    }
}
