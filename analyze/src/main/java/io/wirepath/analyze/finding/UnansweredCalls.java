package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.CallEnd;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.CountText;
import io.wirepath.flows.IpProtocol;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.agrona.collections.Long2LongHashMap;

/**
 * Names roles that leave requests without a response. Calls of the last seconds do not count: their responses may have
 * come after the end of the capture. Nor do those that are open for no longer than their caller was answered after,
 * such as long polls across the end of a window, and those on connections of which one direction alone was captured.
 * Who ended the connection of a call, when and how, is told as far as it was seen ({@link CallEnd}).
 */
final class UnansweredCalls implements Detector {

    private static final int CALLS_OF_A_PROBLEM = 20;

    @Override
    public List<Finding> detect(DetectorInput input) {
        MessageTable messages = input.messages();
        if (messages.size() == 0) {
            return List.of();
        }
        long end = messages.timeNanos(messages.size() - 1) - ChangeModel.SILENCE_NANOS;
        BitSet heard = new BitSet();
        IntStream.range(0, messages.size()).map(messages::source).forEach(heard::set);
        List<Finding> findings = new ArrayList<>();
        Map<Integer, Tally> tallies = tallies(input, end);
        for (RoleSummary role : input.roles()) {
            Tally all = new Tally();
            role.nodes().stream().map(tallies::get).filter(Objects::nonNull).forEach(all::add);
            CallerTally.Calls calls = all.callers.concerned();
            if (calls.concerned() >= DetectorInput.FEW && calls.concerned() >= DetectorInput.MIN_SHARE * calls.all()) {
                boolean isHeard = role.nodes().stream().anyMatch(heard::get);
                findings.add(finding(input, role, all, isHeard ? 0 : all.datagrams));
            }
        }
        return findings;
    }

    /** Calls of one server. */
    private static final class Tally {
        final CallerTally callers = new CallerTally();
        final Ends byCaller = new Ends();
        final Ends byServer = new Ends();

        /** Those of them without a response that were asked by datagram. */
        int datagrams;

        void add(Tally other) {
            datagrams += other.datagrams;
            callers.add(other.callers);
            byCaller.add(other.byCaller);
            byServer.add(other.byServer);
        }
    }

    /** Ends of calls by one of the two. */
    private static final class Ends {
        private int count;
        private int reset;
        private long shortestNanos = Long.MAX_VALUE;
        private long longestNanos;

        void add(CallEnd end, long askedNanos) {
            count++;
            reset += end.reset() ? 1 : 0;
            shortestNanos = Math.min(shortestNanos, end.nanos() - askedNanos);
            longestNanos = Math.max(longestNanos, end.nanos() - askedNanos);
        }

        void add(Ends other) {
            count += other.count;
            reset += other.reset;
            shortestNanos = Math.min(shortestNanos, other.shortestNanos);
            longestNanos = Math.max(longestNanos, other.longestNanos);
        }

        /** {@code In 8 the caller closed the connection about 5.0 s after the request}; empty where there are none. */
        String text(String who) {
            if (count == 0) {
                return "";
            }
            String how = reset == 0 ? "closed" : reset == count ? "reset" : "closed or reset";
            return "In " + count + " " + who + " " + how + " the connection "
                    + DelayText.range((double) shortestNanos, (double) longestNanos) + " after the request";
        }
    }

    private static Map<Integer, Tally> tallies(DetectorInput input, long end) {
        MessageTable messages = input.messages();
        Map<Integer, Tally> tallies = new TreeMap<>();
        Long2LongHashMap longest = longestNanos(input);
        long last = end + ChangeModel.SILENCE_NANOS;
        for (int call = 0; call < input.calls().size(); call++) {
            int request = input.calls().request()[call];
            boolean open = input.calls().isUnanswered(messages, call);
            CallEnd ended = open ? messages.callEnd(request) : null;
            boolean mayEnd =
                    open && ended == null && last - messages.timeNanos(request) <= longest.get(pair(messages, request));
            boolean counted =
                    !input.calls().isOneWay(messages, call) && !input.calls().isHalfSeen(messages, call) && !mayEnd;
            if (counted && messages.timeNanos(request) <= end) {
                Tally own = tallies.computeIfAbsent(messages.destination(request), unseen -> new Tally());
                own.callers.count(messages.source(request), open);
                own.datagrams += open && messages.transport(request) == IpProtocol.UDP ? 1 : 0;
                if (ended != null) {
                    (ended.byCaller() ? own.byCaller : own.byServer).add(ended, messages.timeNanos(request));
                }
            }
        }
        return tallies;
    }

    /** The longest that each caller was answered after by each server; -1 of others. */
    private static Long2LongHashMap longestNanos(DetectorInput input) {
        MessageTable messages = input.messages();
        Long2LongHashMap longest = new Long2LongHashMap(-1);
        for (int call = 0; call < input.calls().size(); call++) {
            int response = input.calls().response()[call];
            if (response != MessageTable.NONE) {
                int request = input.calls().request()[call];
                long pair = pair(messages, request);
                long took = messages.timeNanos(response) - messages.timeNanos(request);
                longest.put(pair, Math.max(0, Math.max(longest.get(pair), took)));
            }
        }
        return longest;
    }

    private static long pair(MessageTable messages, int request) {
        return KeyNumbers.pair(messages.source(request), messages.destination(request));
    }

    /**
     * What is told of a role.
     *
     * @param unheard requests where nothing of who serves them was captured: TCP's acknowledgments tell what datagrams
     *     do not
     */
    private static Finding finding(DetectorInput input, RoleSummary role, Tally own, int unheard) {
        Optional<Integer> stranger =
                own.callers.stranger(node -> input.nodes().get(node).client());
        CallerTally.Calls calls = stranger.map(own.callers::of).orElseGet(own.callers::concerned);
        double share = (double) calls.concerned() / calls.all();
        boolean problem = stranger.isEmpty()
                && unheard < calls.concerned()
                && share >= DetectorInput.SHARE_OF_A_PROBLEM
                && calls.concerned() >= CALLS_OF_A_PROBLEM;
        int others = own.callers.all() - calls.all();
        return new Finding(
                        problem ? Severity.PROBLEM : Severity.NOTICE,
                        "unanswered-calls",
                        CountText.of(calls.concerned()) + " of " + CountText.of(calls.all()) + " calls "
                                + stranger.map(client -> "of " + input.name(client) + " ")
                                        .orElse(others == 0 ? "" : "of " + own.callers.whose() + " ")
                                + "to " + role.name()
                                + " have no response (" + DelayText.share(share) + ")",
                        cause(own, role.name(), unheard)
                                + (others == 0 ? "" : " All " + CountText.of(others) + " calls of others have one.")
                                + " Counted are requests more than two seconds before the end of the capture; not those"
                                + " that are open for no longer than an answer took.",
                        role.nodes().stream().map(input::name).toList(),
                        0,
                        0)
                .restingOn(own.callers.callers());
    }

    private static String cause(Tally own, String server, int unheard) {
        List<String> causes = new ArrayList<>();
        if (own.byCaller.count > 0) {
            causes.add(own.byCaller.text("the caller") + ": look at the timeouts of who calls, and at what " + server
                    + " waited for.");
        }
        if (own.byServer.count > 0) {
            causes.add(own.byServer.text(server) + ".");
        }
        if (unheard > 0) {
            causes.add(
                    "No datagram of " + server + " was captured: it is down, or the capture shows one direction alone. "
                            + "Look first whether the port is mirrored both ways.");
        }
        int open = own.callers.concerned().concerned() - own.byCaller.count - own.byServer.count - unheard;
        if (open > 0) {
            causes.add("Of " + open + " no end was seen: " + server + " did not answer, or the capture missed it.");
        }
        return String.join(" ", causes);
    }
}
