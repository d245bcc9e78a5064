package io.wirepath.imports;

import io.wirepath.flows.Fnv1a;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of what processes wrote to sockets and read from them, in all files of a run (WAP5 §4). What an end
 * writes until it reads again is a message; it has arrived when the other end has read as many bytes, if that is traced
 * as well.
 *
 * <pre>
 *   both ends in one file    a message with both times
 *   in two files             each file tells of it by its own clock, and the merge makes one of two
 *   one end                  one of the times is unknown
 * </pre>
 *
 * Not thread-safe.
 */
final class SocketEvents {

    private final TracedProcess.Table processes = new TracedProcess.Table();
    private final Set<String> files = new HashSet<>();
    private final Set<String> rounded = new TreeSet<>();
    private final Map<SocketHalf.Ends, List<SocketHalf>> halves = new LinkedHashMap<>();

    /** One end of a UNIX connection, by its inode. */
    private record UnixEnd(String host, String local) {}

    /** Bytes that were written before the connection was accepted: no line says yet who is at the other end. */
    private record Early(
            TracedFile file,
            String thread,
            SocketHalf.Ends ends,
            boolean sends,
            long bytes,
            long nanos,
            boolean stream,
            int content) {

        void at(SocketHalf.Ends known) {
            file.onBytes(thread, known, null, sends, bytes, nanos, stream, content);
        }
    }

    private final Map<TracedProcess, ImportedEnd> homes = new HashMap<>();
    private UnaryOperator<ImportedEnd> told = end -> end;
    private final Map<UnixEnd, String> remotes = new HashMap<>();
    private final Map<UnixEnd, List<Early>> early = new LinkedHashMap<>();
    private final List<Early> anywhere = new ArrayList<>();

    /** Whether a file was gathered. */
    boolean knows(String file) {
        return files.contains(file);
    }

    /**
     * Begins with a file.
     *
     * @param host what files of the same machine have in common, in which numbers of processes mean the same
     */
    TracedFile begin(String file, String host) {
        files.add(file);
        return new TracedFile(file, host);
    }

    /** The times that a file tells are of whole seconds or milliseconds. */
    void onRounded(String file) {
        rounded.add(file);
    }

    /** What a reader must know of the times. */
    List<String> notes() {
        if (rounded.isEmpty()) {
            return List.of();
        }
        return List.of("The times of " + String.join(", ", rounded) + " are rounded. Messages are in the order of"
                + " the lines, but when they were within a second, and how long anything took, is a guess;"
                + " record with strace -ttt -T.");
    }

    /** Takes what a file tells. */
    final class TracedFile {
        private final String file;
        private final String host;

        private TracedFile(String file, String host) {
            this.file = file;
            this.host = host;
        }

        void onProgram(String thread, String path) {
            processes.onProgram(host, thread, path);
        }

        /** The process of a thread. */
        TracedProcess process(String thread) {
            return processes.of(host, thread);
        }

        void onClone(String thread, String child, boolean isThread) {
            processes.onClone(host, thread, child, isThread);
        }

        /** Bytes written or read; {@code path} of the end, as those have that were connected to. */
        void onBytes(
                String thread,
                SocketHalf.Ends ends,
                @Nullable String path,
                boolean sends,
                long bytes,
                long nanos,
                boolean stream,
                int content) {
            UnixEnd end = new UnixEnd(host, ends.local());
            if (ends.remote().equals(SocketHalf.Ends.NOT_ACCEPTED)) {
                early.computeIfAbsent(end, unseen -> new ArrayList<>())
                        .add(new Early(this, thread, ends, sends, bytes, nanos, stream, content));
                return;
            }
            if (ends.isAnywhere()) {
                anywhere.add(new Early(this, thread, ends, sends, bytes, nanos, stream, content));
                return;
            }
            if (ends.isUnix()) {
                remotes.put(end, ends.remote());
                remotes.put(new UnixEnd(host, ends.remote()), ends.local());
            }
            List<SocketHalf> known = halves.computeIfAbsent(ends, unseen -> new ArrayList<>());
            SocketHalf half = ofHost(known, host);
            if (half == null) {
                half = new SocketHalf(file, ends, processes.of(host, thread), stream);
                known.add(half);
            }
            half.add(nanos, sends, bytes, content);
            half.boundTo(path);
        }
    }

    private static @Nullable SocketHalf ofHost(List<SocketHalf> halves, String host) {
        for (SocketHalf half : halves) {
            if (half.process().host().equals(host)) {
                return half;
            }
        }
        return null;
    }

    /** The other end: of the same machine, else of another whose own connection of these ends it is not. */
    private @Nullable SocketHalf other(SocketHalf half) {
        List<SocketHalf> candidates = halves.getOrDefault(half.ends().reversed(), List.of());
        SocketHalf near = ofHost(candidates, half.process().host());
        if (near != null) {
            return near;
        }
        List<SocketHalf> alike = halves.getOrDefault(half.ends(), List.of());
        return candidates.stream()
                .filter(far -> ofHost(alike, far.process().host()) == null)
                .findFirst()
                .orElse(null);
    }

    /** What was written before a connection was accepted goes to who accepted it; if nobody did, it came to nobody. */
    private void settle() {
        early.forEach((end, list) -> {
            String remote = remotes.get(end);
            SocketHalf.Ends ends = remote == null ? null : new SocketHalf.Ends(end.local(), remote);
            if (ends != null) {
                list.forEach(own -> own.at(ends));
            }
        });
        early.clear();
        List<Early> unbound = List.copyOf(anywhere);
        anywhere.clear();
        for (Early own : unbound) {
            own.at(own.ends.at(addressOf(own.ends, unbound)));
        }
    }

    /**
     * The address of a socket that is bound to none (WAP5 §4): as who it talks to names it, else the loopback's where
     * the other is there, else none.
     */
    private String addressOf(SocketHalf.Ends ends, List<Early> unbound) {
        long port = SocketHalf.Ends.number(ends.local());
        Optional<String> named = halves.keySet().stream()
                .filter(other -> other.local().equals(ends.remote()) && !other.isUnix())
                .map(SocketHalf.Ends::remote)
                .filter(remote -> SocketHalf.Ends.number(remote) == port)
                .findFirst();
        // neither of the two says where it is, but each says where the other is
        Optional<String> answered = unbound.stream()
                .map(Early::ends)
                .filter(other -> SocketHalf.Ends.number(other.remote()) == port
                        && SocketHalf.Ends.number(other.local()) == SocketHalf.Ends.number(ends.remote()))
                .map(SocketHalf.Ends::remote)
                .findFirst();
        return named.or(() -> answered).orElseGet(() -> {
            boolean loopback = ends.remote().startsWith("127.") || ends.remote().startsWith("[::1]");
            return loopback ? ends.remote() : "0.0.0.0:" + port;
        });
    }

    /**
     * Has processes be where tables tell of their hosts: the two may tell of the same messages.
     *
     * @param tables the same end as tables tell of it; null for one that they do not know
     */
    void settle(Function<ImportedEnd, @Nullable ImportedEnd> tables) {
        settle();
        told = end -> Objects.requireNonNullElse(tables.apply(end), end);
        for (SocketHalf.Ends ends : halves.keySet()) {
            ImportedEnd home = ends.isUnix() ? null : tables.apply(ImportedEnd.parse(ends.local()));
            if (home != null) {
                halves.getOrDefault(ends, List.of()).forEach(half -> homes.putIfAbsent(half.process(), home));
            }
        }
    }

    private ImportedEnd node(SocketHalf half) {
        ImportedEnd process = processes.end(half.process(), half.port());
        ImportedEnd home = homes.getOrDefault(half.process(), process).at(half.port());
        return home.called(home.name().isEmpty() ? process.name() : home.name());
    }

    /** The files that were gathered. */
    Set<String> files() {
        return new TreeSet<>(files);
    }

    /** Writes all messages that a file tells of. */
    void write(String file, ImportedRows rows) {
        settle();
        List<ImportedMessage> messages = new ArrayList<>();
        Map<SocketHalf.Ends, Long> connections = new HashMap<>();
        for (List<SocketHalf> list : halves.values()) {
            for (SocketHalf half : list) {
                if (half.file().equals(file)) {
                    half.sort();
                    SocketHalf other = other(half);
                    if (other != null) {
                        other.sort();
                    }
                    SocketHalf.Ends ends = half.ends();
                    SocketHalf.Ends opener = ends.opens() ? ends : ends.reversed();
                    long connection = connections.computeIfAbsent(opener, unseen -> (long) connections.size());
                    add(half, other, connection, messages);
                }
            }
        }
        messages.sort(Comparator.comparingLong(message -> Math.max(message.sentNanos(), message.receivedNanos())));
        messages.forEach(rows::add);
    }

    private void add(SocketHalf half, @Nullable SocketHalf other, long connection, List<ImportedMessage> to) {
        SocketHalf beside = other != null && other.file().equals(half.file()) ? other : null;
        boolean together = beside != null;
        List<SocketHalf.Turn> written = half.turns(true);
        Map<SocketHalf.Turn, Long> arrived = beside != null ? half.arrivals(written, beside) : Map.of();
        for (SocketHalf.Turn turn : written) {
            to.add(message(
                    half,
                    other,
                    true,
                    connection,
                    turn.first(),
                    arrived.getOrDefault(turn, ImportedMessage.UNKNOWN),
                    turn));
        }
        if (together) {
            return;
        }
        List<SocketHalf.Turn> read = other == null ? half.turns(false) : other.turns(true);
        Map<SocketHalf.Turn, Long> came = other == null ? Map.of() : other.arrivals(read, half);
        for (SocketHalf.Turn turn : read) {
            long received = came.getOrDefault(turn, other == null ? turn.last() : ImportedMessage.UNKNOWN);
            if (received != ImportedMessage.UNKNOWN) {
                to.add(message(half, other, false, connection, ImportedMessage.UNKNOWN, received, turn));
            }
        }
    }

    private ImportedMessage message(
            SocketHalf half,
            @Nullable SocketHalf other,
            boolean sends,
            long connection,
            long sent,
            long received,
            SocketHalf.Turn turn) {
        SocketHalf.Ends ends = half.ends();
        ImportedEnd local = node(half);
        ImportedEnd remote = other == null ? told.apply(untraced(half)) : node(other);
        boolean asks = sends == half.opens(other);
        Role role = half.isStream() ? asks ? Role.REQUEST : Role.RESPONSE : Role.ONE_WAY;
        ImportedEnd from = sends ? local : remote;
        return new ImportedMessage(
                sent,
                received,
                from,
                sends ? remote : local,
                connection,
                half.isStream() ? IpProtocol.TCP : IpProtocol.UDP,
                role,
                half.isStream() ? ImportedMessage.IN_ORDER : ImportedMessage.UNKNOWN,
                0,
                Protocol.UNKNOWN,
                turn.total() - turn.begun(),
                0,
                0,
                other == null ? null : place(from, sends ? ends : ends.reversed(), turn),
                wire(sends ? ends : ends.reversed()));
    }

    /** The same in both files. */
    private static ImportedMessage.Place place(ImportedEnd from, SocketHalf.Ends way, SocketHalf.Turn turn) {
        long hash = from.low() * Fnv1a.PRIME;
        for (char c : (way.local() + '>' + way.remote()).toCharArray()) {
            hash = (hash ^ c) * Fnv1a.PRIME;
        }
        hash = (hash ^ turn.begun()) * Fnv1a.PRIME;
        hash = (hash ^ turn.total()) * Fnv1a.PRIME;
        return new ImportedMessage.Place(hash ^ (hash >>> Integer.SIZE), turn.begun());
    }

    private ImportedMessage.Wire wire(SocketHalf.Ends way) {
        return way.local().startsWith("unix:")
                ? ImportedMessage.Wire.NONE
                : new ImportedMessage.Wire(
                        told.apply(ImportedEnd.parse(way.local())), told.apply(ImportedEnd.parse(way.remote())));
    }

    /** Who is not traced is known by the address. */
    private static ImportedEnd untraced(SocketHalf half) {
        String remote = half.ends().remote();
        return remote.startsWith("unix:")
                ? ImportedEnd.named(half.process().host() + "/" + remote, SocketHalf.Ends.port(remote))
                : ImportedEnd.parse(remote);
    }
}
