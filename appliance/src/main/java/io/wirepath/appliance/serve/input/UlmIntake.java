package io.wirepath.appliance.serve.input;

import io.wirepath.analyze.host.HostRecord;
import io.wirepath.imports.UlmLine;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lines of logs that hosts sent, until the window of their time is analysed. Anybody may send them: so each address has
 * room of its own, and fills none but that. Who sends more loses the oldest of its own lines. Thread-safe.
 */
public final class UlmIntake {

    /** Addresses that have room. */
    static final int MAX_ADDRESSES = 64;

    /** Characters of the lines that are kept of an address. */
    static final int MAX_CHARS = 1 << 21;

    /** After so long a window is analysed, or never. */
    private static final long KEPT_NANOS = 900_000_000_000L;

    private final Map<String, Room> rooms = new HashMap<>();
    private final CounterSet<UlmCounter> counters = new CounterSet<>(UlmCounter.class);

    private record Kept(long receivedNanos, int chars, HostRecord line) {}

    private static final class Room {
        private final Deque<Kept> lines = new ArrayDeque<>();
        private long chars;

        private void removeFirst() {
            chars -= lines.removeFirst().chars;
        }

        private void forget(long nanos) {
            while (!lines.isEmpty() && lines.getFirst().receivedNanos < nanos) {
                removeFirst();
            }
        }
    }

    /**
     * Takes a line.
     *
     * @param address who sent it; also the name of its host where the line has none
     * @param nowNanos of the same clock always
     */
    synchronized void take(String address, String line, long nowNanos) {
        if (line.isBlank()) {
            return;
        }
        HostRecord record;
        try {
            record = UlmLine.parse(line, address);
        } catch (IllegalArgumentException e) {
            counters.increment(UlmCounter.LINES_SENSELESS);
            return;
        }
        Room room = rooms.get(address);
        if (room == null) {
            rooms.values().forEach(other -> other.forget(nowNanos - KEPT_NANOS));
            rooms.values().removeIf(other -> other.lines.isEmpty());
            if (rooms.size() == MAX_ADDRESSES) {
                counters.increment(UlmCounter.LINES_REFUSED);
                return;
            }
            room = new Room();
            rooms.put(address, room);
        }
        room.forget(nowNanos - KEPT_NANOS);
        room.lines.add(new Kept(nowNanos, line.length(), record));
        room.chars += line.length();
        counters.increment(UlmCounter.LINES);
        while (room.chars > MAX_CHARS) {
            room.removeFirst();
            counters.increment(UlmCounter.LINES_FORGOTTEN);
        }
    }

    /** Counts what was not even a line. */
    synchronized void count(UlmCounter counter) {
        counters.increment(counter);
    }

    /** All lines that are kept, by the clocks of who logged them. */
    public synchronized List<HostRecord> records() {
        List<HostRecord> all = new ArrayList<>();
        rooms.values().forEach(room -> room.lines.forEach(kept -> all.add(kept.line)));
        return all;
    }

    /** What became of the lines. */
    public synchronized List<CounterSet.Value> counters() {
        return counters.values();
    }
}
