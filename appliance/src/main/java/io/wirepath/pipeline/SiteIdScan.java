package io.wirepath.pipeline;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.flows.AddressText;
import io.wirepath.flows.SiteId;
import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.message.content.SiteIdText;
import io.wirepath.imports.ImportFile;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.report.Report;
import io.wirepath.report.SiteIds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the calls of the identifiers that requests carry: in captures, which are read once more, each identifier in one
 * packet, or in what sniffers kept of them. The analysis is over by then: no link is made by them.
 */
public final class SiteIdScan {

    /** A packet may be so much before or after its message, by two clocks. */
    private static final long MARGIN_NANOS = 1_000_000L;

    /** Heads of requests are shorter. */
    private static final int MAX_BYTES = 16_384;

    private final Map<String, Sent> byDirection = new HashMap<>();
    private final Report report;
    private final MessageDetails details;
    private final MessageTable messages;
    private final CallTable calls;
    private final List<@Nullable SiteId> found;

    /**
     * Identifiers of a request, as a sniffer kept them.
     *
     * @param sniffer its number
     * @param direction sender and receiver, as {@link #direction} writes them
     * @param nanos when the request began, by the sniffer's clock
     */
    public record Kept(int sniffer, String direction, long nanos, SiteId id) {}

    /** Of the calls of this report. */
    public SiteIdScan(Report report, MessageDetails details) {
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

        /** The call whose request passed then; of several, that which began nearest to it, and then the first. */
        int at(long nanos) {
            int best = MessageTable.NONE;
            long nearest = Long.MAX_VALUE;
            int found = Arrays.binarySearch(first, nanos + MARGIN_NANOS);
            int i = found < 0 ? -found - 2 : found;
            while (i >= 0 && passed[i] >= nanos - MARGIN_NANOS && nanos - first[i] <= nearest) {
                long apart = Math.abs(nanos - first[i]);
                if (apart <= nearest && details.lastNanos(record(call[i])) >= nanos - MARGIN_NANOS) {
                    nearest = apart;
                    best = call[i];
                }
                i--;
            }
            return best;
        }
    }

    /**
     * The report with what these inputs hold.
     *
     * @throws Failure where packets of an input cannot be assigned to its sniffer, or there are none
     */
    Report scan(List<String> inputs, DecodeSettings settings) throws IOException {
        if (report.inputs().size() != inputs.size()) {
            throw new Failure(
                    "--ids: one of the inputs could not be used, or is several sniffers; name them one by one");
        }
        for (int sniffer = 0; sniffer < inputs.size(); sniffer++) {
            Path path = Path.of(inputs.get(sniffer));
            if (MessageStore.isStore(path) || ImportFile.of(path) != null) {
                throw new Failure("--ids: " + path + " holds no packets, so no identifiers");
            }
            int number = sniffer;
            CallPackets.packets(
                    inputs.get(sniffer), settings, (from, to) -> true, (packet, block) -> take(packet, number));
        }
        return compared();
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

    /** The report with what sniffers kept. */
    public Report with(List<Kept> kept) {
        for (Kept each : kept) {
            int call = callAt(each.direction, each.sniffer, each.nanos);
            if (call != MessageTable.NONE && found.get(call) == null) {
                found.set(call, each.id);
            }
        }
        return compared();
    }

    private Report compared() {
        return report.withIds(SiteIds.compare(found, report.analysis().counted(), messages, calls));
    }

    private void take(PacketView packet, int sniffer) {
        int length = Math.min(MAX_BYTES, packet.payloadLength());
        if (!SiteIdText.mayHold(packet.bytes(), packet.payloadOffset(), length)) {
            return;
        }
        String direction = direction(
                packet.sourceHigh(),
                packet.sourceLow(),
                packet.sourcePort(),
                packet.destinationHigh(),
                packet.destinationLow(),
                packet.destinationPort());
        int call = callAt(direction, sniffer, packet.timeNanos());
        if (call != MessageTable.NONE && found.get(call) == null) {
            byte[] bytes = new byte[length];
            packet.bytes().get(packet.payloadOffset(), bytes);
            found.set(call, SiteIdText.of(bytes, length));
        }
    }

    /** The call whose request passed then, by the clock of a sniffer. */
    private int callAt(String direction, int sniffer, long byItsClock) {
        MergeResult merge = report.merge();
        long nanos = byItsClock - (merge == null ? 0 : merge.ahead(sniffer, byItsClock));
        Sent own = byDirection.get(direction);
        return own == null ? MessageTable.NONE : own.at(nanos);
    }
}
