package io.wirepath.merge.match;

import java.util.Arrays;

/**
 * Numbers of free slots. They are handed out by blocks, one after another within a block, and a block is free when all
 * of its slots are: what comes together lies together and mostly goes together, so that memory is read in order, and
 * the block that came free last, which is the nearest, is filled next.
 *
 * <p>Bounded: at most {@code max} slots are in use, of twice as many, because one slot in use keeps its block. Not
 * thread-safe.
 */
final class SlotBlocks {

    private static final int BLOCK_BITS = 6;
    private static final int BLOCK = 1 << BLOCK_BITS;

    private final int max;
    private final int maxBlocks;
    private int size;

    /** Slots in use, by block. */
    private int[] inUse = new int[16];

    private int blocks;

    /** Blocks without slots in use, the latest at the end. */
    private int[] free = new int[16];

    private int freeBlocks;
    private int filling = -1;
    private int next;
    private int end;

    SlotBlocks(int max) {
        this.max = max;
        maxBlocks = 2 * ((max + BLOCK - 1) / BLOCK);
    }

    boolean isFull() {
        return size == max || next == end && freeBlocks == 0 && blocks == maxBlocks && inUse[filling] > 0;
    }

    /** Slots in use. */
    int size() {
        return size;
    }

    /** All slots that were ever handed out are below this. */
    int bound() {
        return blocks * BLOCK;
    }

    /** A free slot; there must be one. */
    int take() {
        if (next == end) {
            fillAnother();
        }
        size++;
        inUse[filling]++;
        return next++;
    }

    private void fillAnother() {
        if (filling < 0 || inUse[filling] > 0) {
            filling = freeBlocks > 0 ? free[--freeBlocks] : newBlock();
        }
        next = filling * BLOCK;
        end = next + BLOCK;
    }

    private int newBlock() {
        if (blocks == inUse.length) {
            inUse = Arrays.copyOf(inUse, 2 * blocks);
            free = Arrays.copyOf(free, 2 * blocks);
        }
        return blocks++;
    }

    void release(int slot) {
        size--;
        int block = slot >> BLOCK_BITS;
        if (--inUse[block] == 0 && block != filling) {
            free[freeBlocks++] = block;
        }
    }
}
