package io.wirepath.flows.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.wirepath.flows.FlowStatistics;
import io.wirepath.flows.PacketBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConnectionTableTest {

    private static final class Entry extends TrackedConnection {
        @Override
        public int firstSequence(int direction) {
            return 0;
        }

        @Override
        public FlowStatistics statistics(int direction) {
            return new FlowStatistics();
        }
    }

    private final ConnectionTable<Entry> table = new ConnectionTable<>();
    private final FlowKey key = new FlowKey();

    /** Few ports and colliding hashes, so that probing is exercised. */
    private void load(int number, boolean reversed) {
        key.sourceLow = reversed ? 2 : 1;
        key.destinationLow = reversed ? 1 : 2;
        key.sourcePort = reversed ? 80 : number;
        key.destinationPort = reversed ? number : 80;
        key.hash = number * 37 & 0x3ff;
    }

    @Test
    void findsWhatWasAddedAndNotRemovedFromEitherSide() {
        Random random = new Random(1);
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            entries.add(null);
        }
        for (int step = 0; step < 100_000; step++) {
            int number = random.nextInt(entries.size());
            load(number, random.nextBoolean());
            Entry expected = entries.get(number);
            assertSame(expected, table.find(key));
            if (expected == null) {
                Entry entry = new Entry();
                entry.assign(key, false);
                table.add(entry);
                entries.set(number, entry);
            } else if (random.nextBoolean()) {
                table.remove(expected);
                entries.set(number, null);
            }
        }
        assertEquals(entries.stream().filter(e -> e != null).count(), table.size());
    }

    @Test
    void keepsScopesApart() {
        load(5, false);
        Entry entry = new Entry();
        entry.assign(key, false);
        table.add(entry);
        key.scope = 9;
        assertNull(table.find(key));
    }

    @Test
    void hashesBothDirectionsAlike() {
        FlowKey there = new FlowKey();
        PacketBuilder packets = new PacketBuilder().from("2001:db8::1", 1000).to("2001:db8::2", 80);
        packets.udp("x").turn().udp("y");
        packets.replay(packet -> {
            if (there.sourcePort == 0) {
                there.load(packet);
            } else {
                key.load(packet);
            }
        });
        assertEquals(there.hash, key.hash);
        assertEquals(there.sourcePort, key.destinationPort);
    }

    @Test
    void putsTheLongestSilentFirst() {
        ConnectionQueue<Entry> queue = new ConnectionQueue<>();
        Entry first = new Entry();
        Entry second = new Entry();
        queue.add(first);
        queue.add(second);
        queue.touch(second, 5_000_000_000L);
        assertSame(first, queue.first());
        queue.touch(first, 6_000_000_000L);
        assertSame(second, queue.first());
        queue.touch(first, 1);
        assertEquals(6_000_000_000L, first.lastNanos);
        queue.remove(second);
        assertSame(first, queue.first());
        queue.remove(first);
        assertNull(queue.first());
    }
}
