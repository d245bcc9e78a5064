package io.wirepath.imports;

import io.wirepath.analyze.host.HostRecord;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Logs in NetLogger's ULM, alone: where an object's lifeline (events of one {@code NL.ID}) goes on at another program
 * or host is a message from the one to the other. Where it comes back to who sent it, that is the response.
 *
 * <pre>
 *   HOST=a PROG=get NL.EVNT=SendRequest NL.ID=7  ─┐
 *   HOST=b PROG=ftpd NL.EVNT=Received NL.ID=7    ◄┘  a request from get at a to ftpd at b
 *   HOST=b PROG=ftpd NL.EVNT=Answered NL.ID=7    ─┐
 *   HOST=a PROG=get NL.EVNT=End NL.ID=7          ◄┘  its response; without it the first was one-way
 * </pre>
 */
final class UlmTraces implements TraceFormat {

    private static final long BYTES = 100;

    /** The lifeline stays where it is. */
    private static final int NO_HOP = -1;

    /** The events of all files of a run, by identity. Not thread-safe. */
    static final class Lifelines {

        private record Event(String file, HostRecord record) {

            String node() {
                return record.program().isEmpty() ? record.host() : record.host() + '/' + record.program();
            }
        }

        /** In the order in which they are first told, so that each has a number of its own. */
        private final Map<String, List<Event>> byIdentity = new LinkedHashMap<>();

        /** How far the clock of a host is ahead, roughly. */
        private Map<String, Long> ahead = Map.of();

        private void add(String file, HostRecord record) {
            if (!record.id().isEmpty()) {
                byIdentity
                        .computeIfAbsent(record.id(), unseen -> new ArrayList<>())
                        .add(new Event(file, record));
            }
        }

        /** Ends the reading of logs: the clocks of their hosts are compared, each message by the clocks of its ends. */
        void settle(HostClocks clocks) {
            LifelineClocks hosts = new LifelineClocks();
            byIdentity.forEach((identity, events) ->
                    events.forEach(event -> hosts.add(identity, event.record.host(), event.record.nanos())));
            ahead = hosts.ahead();
            if (!ahead.isEmpty()) {
                files().forEach(file -> receivedIn(file).forEach(clocks::add));
            }
        }

        private Set<String> files() {
            return byIdentity.values().stream()
                    .flatMap(List::stream)
                    .map(Event::file)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        /** When it was by the clocks of all, roughly. */
        private long orderNanos(Event event) {
            return event.record.nanos() - ahead.getOrDefault(event.record.host(), 0L);
        }

        /** Messages that a file tells the receipt of, in order, each with what answers it. */
        private List<ImportedMessage> receivedIn(String file) {
            List<ImportedMessage> messages = new ArrayList<>();
            long calls = 0;
            for (List<Event> events : byIdentity.values()) {
                events.sort(Comparator.comparingLong(this::orderNanos));
                int[] other = otherHalves(events);
                for (int i = 1; i < events.size(); i++) {
                    if (other[i] != NO_HOP
                            && events.get(Math.min(i, other[i])).file.equals(file)) {
                        messages.add(message(events, i, other[i], calls));
                    }
                }
                calls += events.size();
            }
            messages.sort(Comparator.comparingLong(ImportedMessage::sentNanos));
            return messages;
        }

        /**
         * Of each event that is received from another node: the event that its answer is, or what it answers; itself
         * where nothing comes back.
         */
        private static int[] otherHalves(List<Event> events) {
            int[] other = new int[events.size()];
            Deque<Integer> open = new ArrayDeque<>();
            other[0] = NO_HOP;
            for (int i = 1; i < other.length; i++) {
                String node = events.get(i).node();
                Integer asked = open.peek();
                other[i] = node.equals(events.get(i - 1).node()) ? NO_HOP : i;
                if (other[i] != NO_HOP
                        && asked != null
                        && node.equals(events.get(asked - 1).node())) {
                    open.pop();
                    other[i] = asked;
                    other[asked] = i;
                } else if (other[i] != NO_HOP) {
                    open.push(i);
                }
            }
            return other;
        }

        private static ImportedMessage message(List<Event> events, int at, int other, long calls) {
            Event from = events.get(at - 1);
            Event to = events.get(at);
            String asks = other < at ? to.node() + '>' + from.node() : from.node() + '>' + to.node();
            Role role = other == at ? Role.ONE_WAY : other < at ? Role.RESPONSE : Role.REQUEST;
            ImportedMessage message = ImportedMessage.of(
                    from.record.nanos(),
                    to.record.nanos(),
                    ImportedEnd.named(from.node(), 0),
                    ImportedEnd.named(to.node(), 0),
                    asks.hashCode() & 0xffff_ffffL,
                    role,
                    BYTES,
                    Outcome.UNKNOWN);
            return role == Role.ONE_WAY ? message : message.ofCall(calls + Math.min(at, other));
        }
    }

    @Override
    public String name() {
        return "NetLogger log";
    }

    @Override
    public String empty() {
        return "no NL.ID comes to it from another program or host; give a log beside captures with --ulm FILE";
    }

    /** By the first line that makes sense. */
    @Override
    public boolean recognises(String firstLine, String head) {
        return head.lines().anyMatch(UlmTraces::isLine);
    }

    private static boolean isLine(String line) {
        try {
            return !UlmLine.parse(line, "").name().isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public void prepare(TraceLines text, TraceSet set) throws IOException {
        text.each(line -> {
            if (!line.startsWith("#")) {
                set.lifelines().add(text.file(), UlmLine.parse(line, text.sniffer()));
            }
        });
    }

    @Override
    public void read(TraceLines text, ImportedRows rows, TraceSet set) throws IOException {
        if (!set.isPrepared(text.file())) {
            prepare(text, set);
        }
        set.lifelines().receivedIn(text.file()).forEach(rows::add);
    }
}
