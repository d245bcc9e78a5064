package io.wirepath.imports;

import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.imports.CapturedMessages.Way;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.agrona.collections.IntArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Which addresses the nodes have that a trace knows by names: as a hosts file says, or the one with which the others
 * that the trace names by address exchanged messages at the trace's times. Not thread-safe.
 */
final class TwinEnds {

    private static final int SAMPLES = 200;

    /** How far times may be off; the finest that decides does. */
    private static final long[] TOLERANCES_NANOS = {20_000_000, TwinClock.MAX_TOLERANCE_NANOS};

    private static final double MAX_AGREE = 0.8;

    private final Map<String, ImportedEnd> hosts;
    private final Map<ImportedEnd, ImportedEnd> addresses = new LinkedHashMap<>();

    /** Knows these addresses by name. */
    TwinEnds(Map<String, ImportedEnd> hosts) {
        this.hosts = hosts;
    }

    /** The same end by its address, as far as that is known. */
    ImportedEnd address(ImportedEnd end) {
        ImportedEnd known = addresses.get(end.at(0));
        return known == null ? end : known.at(end.port());
    }

    /** Hands over each end that is known by a name, and its address. */
    void forEach(BiConsumer<ImportedEnd, ImportedEnd> to) {
        addresses.forEach(to);
    }

    /** Learns the addresses of those who are known by names, before messages are found. */
    void learn(List<ImportedMessage> messages, CapturedMessages captured) {
        Map<ImportedEnd, List<ImportedMessage>> unknown = new HashMap<>();
        for (ImportedMessage message : messages) {
            note(message.wire().source(), message, unknown);
            note(message.wire().destination(), message, unknown);
        }
        // the found one identifies those that the trace names beside it
        int before;
        do {
            before = addresses.size();
            unknown.forEach((end, importedMessages) -> find(end, importedMessages, captured));
        } while (addresses.size() > before);
    }

    private void find(ImportedEnd end, List<ImportedMessage> importedMessages, CapturedMessages captured) {
        for (long tolerance : TOLERANCES_NANOS) {
            ImportedEnd found = addresses.containsKey(end) ? null : address(end, importedMessages, captured, tolerance);
            if (found != null) {
                addresses.put(end, found);
            }
        }
    }

    private void note(ImportedEnd end, ImportedMessage message, Map<ImportedEnd, List<ImportedMessage>> unknown) {
        if (!end.isNamed()) {
            return;
        }
        ImportedEnd host = host(end.name());
        if (host != null) {
            addresses.put(end.at(0), host);
        } else if (message.role() == Role.REQUEST) {
            unknown.computeIfAbsent(end.at(0), unseen -> new ArrayList<>()).add(message);
        }
    }

    /** By its name, or by that of the instance or of the service in {@code service/instance}. */
    private @Nullable ImportedEnd host(String name) {
        int slash = name.indexOf('/');
        return hosts.containsKey(name) || slash < 0
                ? hosts.get(name)
                : hosts.getOrDefault(name.substring(slash + 1), hosts.get(name.substring(0, slash)));
    }

    private @Nullable ImportedEnd address(
            ImportedEnd end, List<ImportedMessage> importedMessages, CapturedMessages captured, long tolerance) {
        Map<ImportedEnd, Integer> votes = new HashMap<>();
        int asked = 0;
        int step = Math.max(1, importedMessages.size() / SAMPLES);
        for (int i = 0; i < importedMessages.size(); i += step) {
            ImportedMessage message = importedMessages.get(i);
            boolean asks = message.wire().source().at(0).equals(end);
            ImportedEnd other =
                    address(asks ? message.wire().destination() : message.wire().source());
            if (!other.isNamed()) {
                asked++;
                vote(message, other, asks, captured, tolerance, votes);
            }
        }
        int all = asked;
        List<Map.Entry<ImportedEnd, Integer>> order = votes.entrySet().stream()
                .sorted(Map.Entry.<ImportedEnd, Integer>comparingByValue().reversed())
                .toList();
        boolean decided = !order.isEmpty()
                && order.get(0).getValue() >= MAX_AGREE * all
                && (order.size() < 2
                        || order.get(1).getValue() < MAX_AGREE * order.get(0).getValue());
        return decided ? order.get(0).getKey() : null;
    }

    private static void vote(
            ImportedMessage message,
            ImportedEnd other,
            boolean asks,
            CapturedMessages captured,
            long tolerance,
            Map<ImportedEnd, Integer> votes) {
        Map<ImportedEnd, Integer> once = new HashMap<>();
        Sighting at = new Sighting();
        for (Way way : captured.ways()) {
            ImportedEnd theirs = asks
                    ? new ImportedEnd(way.destinationHigh(), way.destinationLow(), 0, "")
                    : new ImportedEnd(way.sourceHigh(), way.sourceLow(), 0, "");
            if (theirs.high() == other.high() && theirs.low() == other.low()) {
                IntArrayList rows = captured.rows(way);
                for (int i = firstFrom(rows, message.timeNanos() - tolerance, captured);
                        i < rows.size() && captured.timeNanos(rows.getInt(i)) <= message.timeNanos() + tolerance;
                        i++) {
                    if (captured.row(rows.getInt(i), at).role() == Role.REQUEST) {
                        once.put(
                                asks
                                        ? new ImportedEnd(way.sourceHigh(), way.sourceLow(), 0, "")
                                        : new ImportedEnd(way.destinationHigh(), way.destinationLow(), 0, ""),
                                1);
                    }
                }
            }
        }
        once.forEach((end, one) -> votes.merge(end, one, Integer::sum));
    }

    /** Place of the first row from a time on. */
    static int firstFrom(IntArrayList rows, long nanos, CapturedMessages captured) {
        int low = 0;
        for (int high = rows.size(); low < high; ) {
            int middle = (low + high) >>> 1;
            if (captured.timeNanos(rows.getInt(middle)) < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Learns from the messages that were found where a process is: at the address of what is its own.
     *
     * @param rowOf captured row of each message, or {@link TraceTwins#NONE}
     */
    void learn(List<ImportedMessage> messages, CapturedMessages captured, int[] rowOf) {
        Sighting at = new Sighting();
        for (int i = 0; i < rowOf.length; i++) {
            if (rowOf[i] != TraceTwins.NONE) {
                Sighting row = captured.row(rowOf[i], at);
                ImportedMessage message = messages.get(i);
                learn(message.source(), new ImportedEnd(row.sourceHigh(), row.sourceLow(), 0, ""));
                learn(message.destination(), new ImportedEnd(row.destinationHigh(), row.destinationLow(), 0, ""));
            }
        }
    }

    /** Names of those whose address is not known. */
    Set<String> unknown(List<ImportedMessage> messages) {
        Set<String> names = new TreeSet<>();
        for (ImportedMessage message : messages) {
            for (ImportedEnd end :
                    List.of(message.wire().source(), message.wire().destination())) {
                if (address(end).isNamed()) {
                    names.add(end.name());
                }
            }
        }
        return names;
    }

    private void learn(ImportedEnd end, ImportedEnd address) {
        if (end.isNamed()) {
            addresses.putIfAbsent(end.at(0), address);
        }
    }
}
