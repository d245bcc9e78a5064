package io.wirepath.appliance.imports;

import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of what processes wrote to sockets and read from them. What an end writes until it reads again is a
 * message; it has arrived when the other end has read as many bytes, if that is traced as well. Not thread-safe.
 */
final class SocketEvents {

    /** Bytes that a process wrote or read at once. */
    private record Event(long nanos, boolean sends, long bytes) {}

    /** One end of a connection, as the process that holds it sees it. */
    private static final class Half {
        private final String process;
        private final boolean stream;
        private final List<Event> events = new ArrayList<>();

        Half(String process, boolean stream) {
            this.process = process;
            this.stream = stream;
        }

        /** When so many bytes had been read here; unknown if they never were. */
        long readNanos(long bytes) {
            long sum = 0;
            for (Event event : events) {
                sum += event.sends ? 0 : event.bytes;
                if (sum >= bytes && !event.sends) {
                    return event.nanos;
                }
            }
            return ImportedMessage.UNKNOWN;
        }
    }

    private record Ends(String local, String remote) {
        Ends reversed() {
            return new Ends(remote, local);
        }
    }

    private final String host;
    private final Map<String, String> processOf = new HashMap<>();
    private final Map<String, String> programOf = new HashMap<>();
    private final Map<Ends, Half> halves = new LinkedHashMap<>();

    SocketEvents(String host) {
        this.host = host;
    }

    void onProgram(String thread, String path) {
        programOf.put(process(thread), path.substring(path.lastIndexOf('/') + 1));
    }

    void onClone(String thread, String child, boolean isThread) {
        processOf.put(child, isThread ? process(thread) : child);
        String program = programOf.get(process(thread));
        if (!isThread && program != null) {
            programOf.putIfAbsent(child, program);
        }
    }

    private String process(String thread) {
        return processOf.getOrDefault(thread, thread);
    }

    void onBytes(String thread, String local, String remote, boolean sends, long bytes, long nanos, boolean stream) {
        halves.computeIfAbsent(new Ends(local, remote), ends -> new Half(process(thread), stream))
                .events
                .add(new Event(nanos, sends, bytes));
    }

    /** Writes all messages. */
    void write(ImportedRows rows) {
        long connections = 0;
        Map<Ends, Long> numbers = new HashMap<>();
        for (Half half : halves.values()) {
            half.events.sort(Comparator.comparingLong(Event::nanos));
        }
        for (Ends ends : halves.keySet()) {
            if (!numbers.containsKey(ends)) {
                numbers.put(ends, connections);
                numbers.put(ends.reversed(), connections++);
            }
        }
        List<ImportedMessage> messages = new ArrayList<>();
        halves.forEach((ends, half) -> {
            long connection = numbers.getOrDefault(ends, 0L);
            Half other = halves.get(ends.reversed());
            addTurns(ends, half, other, true, connection, messages);
            if (other == null) {
                addTurns(ends, half, null, false, connection, messages);
            }
        });
        messages.sort(Comparator.comparingLong(message -> Math.max(message.sentNanos(), message.receivedNanos())));
        messages.forEach(rows::add);
    }

    /** The messages that an end sends, or receives from one that is not traced. */
    private void addTurns(
            Ends ends, Half half, @Nullable Half other, boolean sends, long connection, List<ImportedMessage> to) {
        long total = 0;
        long begun = 0;
        long first = 0;
        long last = 0;
        for (Event event : half.events) {
            boolean ours = event.sends == sends;
            if (total > begun && (!ours || !half.stream)) {
                to.add(message(ends, half, other, sends, connection, first, last, begun, total));
                begun = total;
            }
            if (ours) {
                first = total == begun ? event.nanos : first;
                last = event.nanos;
                total += event.bytes;
            }
        }
        if (total > begun) {
            to.add(message(ends, half, other, sends, connection, first, last, begun, total));
        }
    }

    private ImportedMessage message(
            Ends ends,
            Half half,
            @Nullable Half other,
            boolean sends,
            long connection,
            long first,
            long last,
            long begun,
            long total) {
        ImportedEnd local = end(ends.local, half.process);
        ImportedEnd remote = other == null ? end(ends.remote, null) : end(ends.remote, other.process);
        long arrived = other == null ? ImportedMessage.UNKNOWN : other.readNanos(total);
        boolean asks = sends == opens(ends);
        return new ImportedMessage(
                sends ? first : ImportedMessage.UNKNOWN,
                sends ? arrived == ImportedMessage.UNKNOWN ? arrived : Math.max(first, arrived) : last,
                sends ? local : remote,
                sends ? remote : local,
                connection,
                half.stream ? IpProtocol.TCP : IpProtocol.UDP,
                half.stream ? asks ? Role.REQUEST : Role.RESPONSE : Role.ONE_WAY,
                half.stream ? ImportedMessage.IN_ORDER : ImportedMessage.UNKNOWN,
                Protocol.UNKNOWN,
                total - begun,
                0,
                0);
    }

    /**
     * Whether the local end opened the connection: ports of those who open are the higher ones, and they speak first.
     */
    private static boolean opens(Ends ends) {
        return port(ends.local) > port(ends.remote);
    }

    private static long port(String end) {
        return Long.parseLong(end.substring(end.lastIndexOf(':') + 1));
    }

    /** A process is a node of its own; who is not traced is known by the address. */
    private ImportedEnd end(String address, @Nullable String process) {
        int port = (int) (port(address) & 0xffff);
        if (process == null) {
            return address.startsWith("unix:")
                    ? ImportedEnd.named(host + "/" + address, port)
                    : ImportedEnd.parse(address);
        }
        String program = programOf.get(process);
        return ImportedEnd.named((program == null ? host : program) + '[' + process + ']', port);
    }
}
