package io.wirepath.merge.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SlotBlocksTest {

    @Test
    void handsNoSlotOutTwice() {
        Random random = new Random(5);
        SlotBlocks blocks = new SlotBlocks(1000);
        Set<Integer> inUse = new HashSet<>();
        int highest = 0;
        for (int i = 0; i < 200_000; i++) {
            if (!blocks.isFull() && (inUse.isEmpty() || random.nextInt(100) < 52)) {
                int slot = blocks.take();
                assertTrue(inUse.add(slot), "slot " + slot + " is in use");
                highest = Math.max(highest, slot);
            } else {
                int slot = inUse.iterator().next();
                inUse.remove(slot);
                blocks.release(slot);
            }
            assertEquals(inUse.size(), blocks.size());
        }
        assertTrue(highest < blocks.bound());
        assertTrue(blocks.bound() <= 2048, "room for " + blocks.bound());
    }

    @Test
    void whatComesTogetherLiesTogetherHoweverLongItGoesOn() {
        SlotBlocks blocks = new SlotBlocks(10_000);
        Deque<Integer> waiting = new ArrayDeque<>();
        int neighbours = 0;
        int before = -1;
        for (int i = 0; i < 100_000; i++) {
            int slot = blocks.take();
            neighbours += slot == before + 1 ? 1 : 0;
            before = slot;
            waiting.add(slot);
            if (waiting.size() > 500) {
                // not quite in the order in which they came
                int first = waiting.remove();
                int second = waiting.remove();
                blocks.release(second);
                waiting.addFirst(first);
            }
        }
        assertTrue(neighbours > 95_000, neighbours + " neighbours");
        assertTrue(blocks.bound() <= 1000, "room for " + blocks.bound());
    }

    @Test
    void isFullAtItsBoundAndWhenOneSlotKeepsEachBlock() {
        SlotBlocks few = new SlotBlocks(100);
        for (int i = 0; i < 100; i++) {
            assertFalse(few.isFull());
            few.take();
        }
        assertTrue(few.isFull());
        few.release(3);
        assertFalse(few.isFull());

        SlotBlocks kept = new SlotBlocks(128);
        Set<Integer> keep = new HashSet<>();
        while (!kept.isFull()) {
            int slot = kept.take();
            if (slot % 64 == 0) {
                keep.add(slot);
            } else {
                kept.release(slot);
            }
        }
        assertEquals(4, keep.size());
        assertEquals(4, kept.size());
        kept.release(64);
        assertFalse(kept.isFull());
        assertEquals(64, kept.take());
    }
}
