package io.wirepath.imports;

import io.wirepath.analyze.host.HostRecord;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Logs in NetLogger's ULM, alone: an object's lifeline (events of one {@code NL.ID}) that goes on at another program or
 * host is a message from the one to the other.
 *
 * <pre>
 *   HOST=a PROG=get NL.EVNT=SendRequest NL.ID=7  ─┐
 *   HOST=b PROG=ftpd NL.EVNT=Received NL.ID=7    ◄┘  a message from get at a to ftpd at b
 * </pre>
 */
final class UlmTraces implements TraceFormat {

    private static final long BYTES = 100;

    /** The events of all files of a run, by identity. Not thread-safe. */
    static final class Lifelines {

        private record Event(String file, HostRecord record) {}

        private final Map<String, List<Event>> byIdentity = new HashMap<>();

        private void add(String file, HostRecord record) {
            if (!record.id().isEmpty()) {
                byIdentity
                        .computeIfAbsent(record.id(), unseen -> new ArrayList<>())
                        .add(new Event(file, record));
            }
        }

        /** Messages that a file tells the receipt of, in order. */
        private List<ImportedMessage> receivedIn(String file) {
            List<ImportedMessage> messages = new ArrayList<>();
            byIdentity.values().forEach(events -> {
                events.sort(Comparator.comparingLong(event -> event.record.nanos()));
                for (int i = 1; i < events.size(); i++) {
                    HostRecord from = events.get(i - 1).record;
                    HostRecord to = events.get(i).record;
                    if (events.get(i).file.equals(file) && !node(from).equals(node(to))) {
                        ImportedEnd sender = ImportedEnd.named(node(from), 0);
                        ImportedEnd receiver = ImportedEnd.named(node(to), 0);
                        messages.add(ImportedMessage.of(
                                from.nanos(),
                                to.nanos(),
                                sender,
                                receiver,
                                (node(from) + '>' + node(to)).hashCode() & 0xffff_ffffL,
                                Role.ONE_WAY,
                                BYTES,
                                Outcome.UNKNOWN));
                    }
                }
            });
            messages.sort(Comparator.comparingLong(ImportedMessage::sentNanos));
            return messages;
        }

        private static String node(HostRecord record) {
            return record.program().isEmpty() ? record.host() : record.host() + '/' + record.program();
        }
    }

    @Override
    public String name() {
        return "NetLogger log";
    }

    @Override
    public String empty() {
        return "no NL.ID goes on at another program or host; give a log beside captures with --ulm FILE";
    }

    @Override
    public boolean recognises(String firstLine, String head) {
        try {
            return !UlmLine.parse(firstLine, "").name().isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public void prepare(TraceLines text, TraceSet set) throws IOException {
        for (String line = text.next(); line != null; line = text.next()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            try {
                set.lifelines().add(text.file(), UlmLine.parse(line, text.sniffer()));
            } catch (IllegalArgumentException e) {
                text.passOver(String.valueOf(e.getMessage()));
            }
        }
    }

    @Override
    public void read(TraceLines text, ImportedRows rows, TraceSet set) throws IOException {
        if (!set.isPrepared(text.file())) {
            prepare(text, set);
        }
        set.lifelines().receivedIn(text.file()).forEach(rows::add);
    }
}
