package io.wirepath.imports;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One end of a connection, as the process that holds it sees it. Not thread-safe. */
final class SocketHalf {

    /** The two ends of a connection, the traced one first. */
    record Ends(String local, String remote) {

        /** The other end of a UNIX socket as long as nobody has accepted the connection. */
        static final String NOT_ACCEPTED = "unix:";

        Ends reversed() {
            return new Ends(remote, local);
        }

        boolean isUnix() {
            return local.startsWith("unix:");
        }

        /** Whether the traced end is a datagram socket that is bound to no address of its host. */
        boolean isAnywhere() {
            return local.startsWith("0.0.0.0:") || local.startsWith("[::]:");
        }

        /** The same, with an address of the host for one that is bound to none. */
        Ends at(String other) {
            return new Ends(
                    other.substring(0, other.lastIndexOf(':')) + local.substring(local.lastIndexOf(':')), remote);
        }

        /** Whether the traced end has the higher number: ports of those who open a connection are the higher ones. */
        boolean opens() {
            return number(local) > number(remote);
        }

        /** The lower 16 bits of that number. */
        static int port(String end) {
            return (int) (number(end) & 0xffff);
        }

        /** The port; of a UNIX socket its inode. */
        static long number(String end) {
            return Long.parseLong(end.substring(end.lastIndexOf(':') + 1));
        }
    }

    /**
     * What was written, or read, until the other direction had its turn.
     *
     * @param first when it began
     * @param last when it had ended
     * @param begun bytes of the direction before it
     * @param total with it
     */
    record Turn(long first, long last, long begun, long total) {}

    /** Bytes that the process wrote or read at once; {@code content} of a datagram tells it from others. */
    private record Event(long nanos, boolean sends, long bytes, int content) {

        List<Long> what() {
            return List.of(bytes, (long) content);
        }
    }

    private final String file;
    private final Ends ends;
    private final TracedProcess process;
    private final boolean stream;
    private @Nullable String path;
    private final List<Event> events = new ArrayList<>();

    /** The end of a process, first seen in this file. */
    SocketHalf(String file, Ends ends, TracedProcess process, boolean stream) {
        this.file = file;
        this.ends = ends;
        this.process = process;
        this.stream = stream;
    }

    String file() {
        return file;
    }

    Ends ends() {
        return ends;
    }

    TracedProcess process() {
        return process;
    }

    /** Says what path the end has, as far as a line tells. */
    void boundTo(@Nullable String name) {
        path = path == null ? name : path;
    }

    /** Its port; of a UNIX socket one that is the same for all who have its path. */
    int port() {
        String known = path;
        return known == null ? Ends.port(ends.local()) : 1 + (known.hashCode() & Short.MAX_VALUE - 1);
    }

    /** Whether this end opened the connection. A UNIX socket that was connected to has a path, the other one none. */
    boolean opens(@Nullable SocketHalf other) {
        boolean bound = path != null;
        boolean otherBound = other == null ? !bound : other.path != null;
        return ends.isUnix() && bound != otherBound ? otherBound : ends.opens();
    }

    /** Whether bytes have no boundaries. */
    boolean isStream() {
        return stream;
    }

    /** Notes bytes that were written or read. */
    void add(long nanos, boolean sends, long bytes, int content) {
        events.add(new Event(nanos, sends, bytes, content));
    }

    /** Puts in order of time what several threads, or files, told. */
    void sort() {
        events.sort(Comparator.comparingLong(Event::nanos));
    }

    /**
     * When another end had read each turn of this one. Bytes of a stream come in order; datagrams are lost, doubled and
     * overtaken, so each is looked for by its length and by what the trace shows of it.
     */
    Map<Turn, Long> arrivals(List<Turn> turns, SocketHalf at) {
        Map<Turn, Long> arrivals = new HashMap<>();
        if (stream) {
            turns.forEach(turn -> arrivals.put(turn, at.readNanos(turn.total())));
            return arrivals;
        }
        Map<List<Long>, ArrayDeque<Long>> read = new HashMap<>();
        for (Event event : at.events) {
            if (!event.sends) {
                read.computeIfAbsent(event.what(), unseen -> new ArrayDeque<>()).add(event.nanos);
            }
        }
        Iterator<Event> written = events.stream().filter(Event::sends).iterator();
        for (Turn turn : turns) {
            Long nanos =
                    read.getOrDefault(written.next().what(), new ArrayDeque<>()).poll();
            arrivals.put(turn, nanos == null ? ImportedMessage.UNKNOWN : nanos);
        }
        return arrivals;
    }

    /** When so many bytes had been read here; unknown if they never were. */
    private long readNanos(long bytes) {
        long sum = 0;
        for (Event event : events) {
            sum += event.sends ? 0 : event.bytes;
            if (sum >= bytes && !event.sends) {
                return event.nanos;
            }
        }
        return ImportedMessage.UNKNOWN;
    }

    /** What it wrote, or what it read. */
    List<Turn> turns(boolean sends) {
        List<Turn> turns = new ArrayList<>();
        long total = 0;
        long begun = 0;
        long first = 0;
        long last = 0;
        for (Event event : events) {
            boolean ours = event.sends == sends;
            if (total > begun && (!ours || !stream)) {
                turns.add(new Turn(first, last, begun, total));
                begun = total;
            }
            if (ours) {
                first = total == begun ? event.nanos : first;
                last = event.nanos;
                total += event.bytes;
            }
        }
        if (total > begun) {
            turns.add(new Turn(first, last, begun, total));
        }
        return turns;
    }
}
