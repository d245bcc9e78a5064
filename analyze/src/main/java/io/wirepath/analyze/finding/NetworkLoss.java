package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.request.Cause;
import io.wirepath.analyze.request.CriticalPath;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tells the network from the servers: which requests of clients waited on their critical path for segments that were
 * lost and sent again, between which roles, and how many of the slow requests that explains.
 */
final class NetworkLoss implements Detector {

    /** A request waited for the network if at least this, and this share of it, was a wait for a retransmission. */
    private static final long MIN_NANOS = 10_000_000;

    private static final int REQUESTS_OF_A_PROBLEM = 5;

    /** Payload of a full segment on Ethernet with TCP's time stamps. */
    private static final int SEGMENT_BYTES = 1448;

    /** Slow is what is slower than this share of the requests that waited. */
    private static final double FASTEST = 0.25;

    /** Chance of no loss before the first one, below which the loss began with it. */
    private static final double CHANCE = 1e-4;

    /** It began so many mean gaps before the first one at the earliest, in 39 of 40. */
    private static final double GAPS = 3.7;

    private static final double[] ROUND = {1, 1.5, 2, 3, 4, 5, 7.5, 10};

    /** Between two roles. */
    private static final class Link {
        long segments;
        long resent;
        long segmentsBefore;
        long segmentsSince;
        long resentMessages;
        long beganNanos;
        long firstNanos;
        long endNanos;
        final List<Long> waits = new ArrayList<>();
        final TreeSet<String> nodes = new TreeSet<>();

        /** Share of the segments that was sent again since the first one was. */
        double shareSince() {
            return (double) resent / (segments - segmentsBefore);
        }
    }

    /** Requests of clients: how long each took, and how long it waited at most, for which message. */
    private static final class Requests {
        long[] nanos = new long[1 << 10];
        long[] waited = new long[1 << 10];
        int[] row = new int[1 << 10];
        int size;

        void add(long own) {
            if (size == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * size);
                waited = Arrays.copyOf(waited, 2 * size);
                row = Arrays.copyOf(row, 2 * size);
            }
            nanos[size] = own;
            row[size++] = MessageTable.NONE;
        }

        boolean isWait(int i) {
            return waited[i] >= MIN_NANOS && waited[i] >= DetectorInput.MUCH * nanos[i];
        }
    }

    @Override
    public List<Finding> detect(DetectorInput input) {
        Map<String, Link> links = links(input);
        if (links.values().stream().allMatch(link -> link.resent == 0)) {
            return List.of();
        }
        Requests requests = requests(input);
        for (int i = 0; i < requests.size; i++) {
            if (requests.isWait(i)) {
                links.computeIfAbsent(name(input, requests.row[i]), unseen -> new Link())
                        .waits
                        .add(requests.nanos[i]);
            }
        }
        List<Finding> findings = new ArrayList<>();
        links.forEach((name, link) -> {
            if (link.waits.size() >= DetectorInput.FEW) {
                findings.add(finding(name, link, requests));
            }
        });
        findings.sort((one, other) -> Double.compare(other.effectNanos(), one.effectNanos()));
        return findings;
    }

    /** {@code web and app}: the two roles in the order of the one that asks. */
    private static String name(DetectorInput input, int row) {
        MessageTable messages = input.messages();
        boolean asks = messages.role(row) != Role.RESPONSE;
        String from = input.role(asks ? messages.source(row) : messages.destination(row));
        String to = input.role(asks ? messages.destination(row) : messages.source(row));
        return from + " and " + to;
    }

    private static Map<String, Link> links(DetectorInput input) {
        MessageTable messages = input.messages();
        Map<Long, Link> byNodes = new TreeMap<>();
        Map<String, Link> links = new TreeMap<>();
        for (int row = 0; row < messages.size(); row++) {
            boolean asks = messages.role(row) != Role.RESPONSE;
            long one = asks ? messages.source(row) : messages.destination(row);
            long other = asks ? messages.destination(row) : messages.source(row);
            int at = row;
            Link link = byNodes.computeIfAbsent(
                    one << Integer.SIZE | other, nodes -> links.computeIfAbsent(name(input, at), unseen -> new Link()));
            long segments = Math.max(1, (messages.lengthBytes(row) + SEGMENT_BYTES - 1) / SEGMENT_BYTES);
            link.beganNanos = link.segments == 0 ? messages.timeNanos(row) : link.beganNanos;
            link.endNanos = messages.timeNanos(row);
            link.segments += segments;
            link.segmentsSince += segments;
            if (messages.resentSegments(row) > 0) {
                if (link.resent == 0) {
                    link.firstNanos = messages.timeNanos(row);
                    link.segmentsBefore = link.segments - 1;
                }
                link.resent += messages.resentSegments(row);
                link.resentMessages++;
                link.segmentsSince = 0;
                link.nodes.add(input.name(messages.source(row)));
                link.nodes.add(input.name(messages.destination(row)));
            }
        }
        return links;
    }

    private static Requests requests(DetectorInput input) {
        CallTable calls = input.calls();
        CriticalPath path = new CriticalPath(input.messages(), calls, input.served());
        Requests requests = new Requests();
        for (int call = 0; call < calls.size(); call++) {
            boolean client = input.nodes()
                    .get(input.messages().source(calls.request()[call]))
                    .client();
            if (client && calls.parent()[call] == MessageTable.NONE && calls.isAnswered(call)) {
                requests.add(path.toNanos(call) - path.fromNanos(call));
                int at = requests.size - 1;
                path.follow(call, (cause, of, row, from, to) -> {
                    if (cause == Cause.RETRANSMISSION && to - from > requests.waited[at]) {
                        requests.waited[at] = to - from;
                        requests.row[at] = row;
                    }
                });
            }
        }
        return requests;
    }

    private static Finding finding(String name, Link link, Requests requests) {
        long[] waits = link.waits.stream().mapToLong(Long::longValue).sorted().toArray();
        double threshold = roundDown((double) waits[(int) (FASTEST * waits.length)]);
        int slow = 0;
        int waited = 0;
        double nanos = 0;
        for (int i = 0; i < requests.size; i++) {
            if (requests.nanos[i] >= threshold) {
                slow++;
                waited += requests.isWait(i) ? 1 : 0;
                nanos += requests.isWait(i) ? requests.waited[i] : 0;
            }
        }
        boolean problem = waited >= REQUESTS_OF_A_PROBLEM && waited >= ChangeModel.MOST * slow;
        Change since = since(link);
        double delayed = (double) waits.length / requests.size;
        String title = "The network loses segments between " + name + " (" + share(link, since) + "): of the " + slow
                + " requests slower than " + DelayText.of(threshold) + " "
                + (waited == slow ? "all" : String.valueOf(waited)) + " waited for one";
        String detail = link.resent + " of about " + link.segments
                + " segments with payload were retransmitted before they were"
                + " acknowledged. " + waits.length + " client requests, " + DelayText.share(delayed)
                + " of all, spent a quarter of their time or more waiting for one of them on their critical path, "
                + DelayText.of(nanos / Math.max(1, waited))
                + " on average: network time, not server time.";
        return new Finding(
                problem ? Severity.PROBLEM : Severity.NOTICE,
                "network-loss",
                title,
                detail,
                List.copyOf(link.nodes),
                nanos / Math.max(1, waited),
                0,
                since,
                null,
                0,
                delayed);
    }

    /** The share that is sent again, from when on where that is known. */
    private static String share(Link link, @Nullable Change since) {
        return since == null
                ? DelayText.share((double) link.resent / link.segments) + " are sent again"
                : DelayText.share(link.shareSince()) + " are sent again " + IncidentText.period(since);
    }

    /**
     * When it began, where so many segments before it arrived that it is no chance, and none so long after the last one
     * that it must have ended.
     */
    private static @Nullable Change since(Link link) {
        double lost = Math.log1p(-Math.min(0.5, link.shareSince()));
        double chance = Math.exp(link.segmentsBefore * lost);
        if (chance >= CHANCE || Math.exp(link.segmentsSince * lost) < CHANCE) {
            return null;
        }
        double gap = (double) (link.endNanos - link.firstNanos) / link.resentMessages;
        long earliest = Math.max(link.beganNanos, link.firstNanos - Math.round(GAPS * gap));
        return Change.lasting(link.firstNanos, earliest, link.firstNanos, chance);
    }

    /** The next round number below, such as 150 ms. */
    private static double roundDown(double nanos) {
        double power = Math.pow(10, Math.floor(Math.log10(nanos)));
        double rounded = power;
        for (double step : ROUND) {
            rounded = step * power <= nanos ? step * power : rounded;
        }
        return rounded;
    }
}
