package io.wirepath.pipeline;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.flows.AddressText;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SiteId;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.report.Report;
import io.wirepath.report.SiteIds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the calls of the identifiers that requests carry, by who sent them to whom, and when. The analysis is over by
 * then: no link is made by them.
 */
public final class IdentifiedCalls {

    /** What one sniffer saw may be so much before or after the message, by two clocks. */
    private static final long MARGIN_NANOS = 1_000_000L;

    /** Requests of one connection that are looked at for one that is said to pass: streams of a busy one. */
    private static final int MAX_LOOKED_AT = 1024;

    private final Map<String, Sent> byDirection = new HashMap<>();
    private final Report report;
    private final MessageDetails details;
    private final MessageTable messages;
    private final CallTable calls;
    private final List<@Nullable SiteId> found;

    /**
     * Identifiers of a request, as a sniffer saw them.
     *
     * @param sniffer its number
     * @param direction sender and receiver, as {@link #direction} writes them
     * @param nanos when the request began, by the sniffer's clock
     * @param digest of its bytes: a connection may carry several requests at a time
     */
    public record Kept(int sniffer, String direction, long nanos, long digest, SiteId id) {

        static Kept of(int sniffer, Sighting seen, SiteId id) {
            String direction = IdentifiedCalls.direction(
                    seen.sourceHigh(),
                    seen.sourceLow(),
                    seen.sourcePort(),
                    seen.destinationHigh(),
                    seen.destinationLow(),
                    seen.destinationPort());
            return new Kept(sniffer, direction, seen.firstByteNanos(), seen.digest(), id);
        }
    }

    /** Of the calls of this report, whose details hold digests. */
    public IdentifiedCalls(Report report, MessageDetails details) {
        this.report = report;
        this.details = details;
        messages = report.analysis().messages();
        calls = report.analysis().calls();
        found = new ArrayList<>(Arrays.asList(new SiteId[calls.size()]));
        Map<String, List<Integer>> sent = new HashMap<>();
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            String client = CallPackets.end(messages, messages.source(request), messages.sourcePort(request)) + ">";
            int server = messages.destination(request);
            String real = client + CallPackets.end(messages, server, messages.destinationPort(request));
            sent.computeIfAbsent(real, unseen -> new ArrayList<>()).add(call);
            String virtual = details.virtualDestination(messages.record(request));
            if (virtual != null) {
                sent.computeIfAbsent(client + virtual, unseen -> new ArrayList<>())
                        .add(call);
            }
        }
        sent.forEach((direction, own) -> byDirection.put(direction, new Sent(own)));
    }

    /** Calls whose requests go the same way, in the order in which these began: a connection may have all of them. */
    private final class Sent {

        private final int[] call;
        private final long[] first;

        /** When the last of the requests up to each one had passed. */
        private final long[] passed;

        Sent(List<Integer> of) {
            call = of.stream()
                    .sorted(Comparator.comparingLong(each -> details.firstNanos(record(each))))
                    .mapToInt(each -> each)
                    .toArray();
            first = new long[call.length];
            passed = new long[call.length];
            long latest = Long.MIN_VALUE;
            for (int i = 0; i < call.length; i++) {
                first[i] = details.firstNanos(record(call[i]));
                latest = Math.max(latest, details.lastNanos(record(call[i])));
                passed[i] = latest;
            }
        }

        private long record(int each) {
            return messages.record(calls.request()[each]);
        }

        /**
         * The call whose request passed then: that of these bytes. Where a loss or another key makes another digest,
         * the only one that began in that moment, or passed at all.
         */
        int at(long nanos, long digest) {
            long since = nanos - MARGIN_NANOS;
            int exact = MessageTable.NONE;
            int only = MessageTable.NONE;
            int beginning = 0;
            int passing = 0;
            int found = Arrays.binarySearch(first, nanos + MARGIN_NANOS);
            int i = found < 0 ? -found - 2 : found;
            int end = Math.max(-1, i - MAX_LOOKED_AT);
            for (; i > end && passed[i] >= since; i--) {
                if (details.lastNanos(record(call[i])) >= since) {
                    if (digest != 0 && details.digest(record(call[i])) == digest) {
                        return call[i];
                    }
                    exact = first[i] == nanos ? call[i] : exact;
                    beginning += first[i] == nanos ? 1 : 0;
                    only = call[i];
                    passing++;
                }
            }
            boolean lookedAtAll = i < 0 || passed[i] < since;
            return beginning == 1 ? exact : passing == 1 && lookedAtAll ? only : MessageTable.NONE;
        }
    }

    /** Sender and receiver of a message. */
    public static String direction(
            long sourceHigh,
            long sourceLow,
            int sourcePort,
            long destinationHigh,
            long destinationLow,
            int destinationPort) {
        return AddressText.endpoint(sourceHigh, sourceLow, sourcePort)
                + ">"
                + AddressText.endpoint(destinationHigh, destinationLow, destinationPort);
    }

    /** The report with these. */
    public Report with(List<Kept> kept) {
        for (Kept each : kept) {
            int call = callAt(each);
            if (call != MessageTable.NONE && found.get(call) == null) {
                found.set(call, each.id);
            }
        }
        return report.withIds(SiteIds.compare(found, report.analysis().counted(), messages, calls));
    }

    /** The call whose request passed then, by the clock of a sniffer. */
    private int callAt(Kept kept) {
        MergeResult merge = report.merge();
        long nanos = merge == null ? kept.nanos : merge.byReference(kept.sniffer, kept.nanos);
        Sent own = byDirection.get(kept.direction);
        return own == null ? MessageTable.NONE : own.at(nanos, kept.digest);
    }
}
