package io.wirepath.pipeline.diagnosis;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.flows.CountText;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.decode.DecodeCounter;
import io.wirepath.flows.message.MessageCounter;
import io.wirepath.pipeline.diagnosis.Fault.Spoils;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the counters of one capture say of it. */
final class CaptureFaults {

    private static final double HEADERS_ALONE = 0.95;
    private static final double MUCH_CUT = 0.1;
    private static final double MAX = 0.5;
    private static final double SOME_DROPPED = 0.001;
    private static final double MANY_DROPPED = 0.02;
    private static final double SOME_BYTES_LOST = 0.01;
    private static final double MOSTLY_OPEN = 0.8;
    private static final double SOME_HALVES = 0.05;
    private static final int MIN_CONNECTIONS = 3;

    private final CaptureFacts facts;
    private final String name;
    private final List<Fault> faults = new ArrayList<>();

    private CaptureFaults(CaptureFacts facts) {
        this.facts = facts;
        name = facts.name();
    }

    /** The faults of a capture, the gravest first; none where all is well. */
    static List<Fault> of(CaptureFacts facts) {
        CaptureFaults found = new CaptureFaults(facts);
        if (facts.isImported()) {
            return found.faults;
        }
        if (facts.capture().frames() == 0) {
            found.empty();
        } else if (facts.usable() == 0) {
            found.withoutTraffic();
        } else {
            found.oneDirection();
            found.dropped();
            found.cut();
            found.begunInTheMiddle();
            found.contradicted();
            found.doubtful();
            found.doubtfulEnds();
        }
        return found.faults;
    }

    private void add(Severity severity, String kind, String title, String detail, Spoils spoils) {
        faults.add(Fault.of(severity, kind, title, detail, spoils));
    }

    private void empty() {
        add(
                Severity.PROBLEM,
                "capture-empty",
                name + " holds no packets",
                "There is a header and nothing behind it: the filter let nothing through, the interface saw nothing, or"
                        + " the recording was stopped before it was written out. See whether 'tcpdump -c 10 -i"
                        + " INTERFACE' without a filter shows traffic.",
                Spoils.NOTHING);
    }

    private void withoutTraffic() {
        long frames = facts.capture().frames();
        long undecoded = facts.count(DecodeCounter.LINK_TYPE_NOT_DECODED);
        long encrypted = facts.count(DecodeCounter.ENCRYPTED);
        boolean unknown = 2 * (undecoded + encrypted) > frames;
        boolean unmirrored = 2 * (facts.count(DecodeCounter.ARP) + facts.count(DecodeCounter.NOT_IP)) > frames;
        add(
                Severity.PROBLEM,
                "capture-without-traffic",
                name + " holds no TCP and no UDP: " + most(frames),
                unknown
                        ? "What is inside these frames cannot be read here. Capture where they are plain Ethernet and"
                                + " not encrypted below IP."
                        : (unmirrored
                                        ? "This is what a port sees to which nothing is mirrored. Look"
                                        : "Calls are read from TCP and UDP alone. Where they should be there, look at"
                                                + " the capture's filter, and")
                                + " at the mirror session of the switch: its sources, both directions, and its"
                                + " destination, which is the port that was captured.",
                Spoils.NOTHING);
    }

    private String most(long frames) {
        DecodeCounter[] kinds = {
            DecodeCounter.ARP,
            DecodeCounter.NOT_IP,
            DecodeCounter.ICMP,
            DecodeCounter.OTHER_IP_PROTOCOL,
            DecodeCounter.ENCRYPTED,
            DecodeCounter.LINK_TYPE_NOT_DECODED
        };
        String[] words = {
            "ARP", "not IP", "ICMP", "IP of other protocols", "encrypted", "of a link type that is not decoded"
        };
        int most = 0;
        for (int i = 1; i < kinds.length; i++) {
            most = facts.count(kinds[i]) > facts.count(kinds[most]) ? i : most;
        }
        if (facts.count(kinds[most]) == 0) {
            return "its " + CountText.of(frames) + (frames == 1 ? " frame is" : " frames are") + " damaged or cut";
        }
        return CountText.of(facts.count(kinds[most])) + " of its " + CountText.of(frames) + " frames are "
                + words[most];
    }

    private void oneDirection() {
        long halves = facts.count(ReassemblyCounter.ONE_DIRECTION);
        if (!facts.isOneDirection()) {
            someOneDirection(halves);
            return;
        }
        add(
                Severity.PROBLEM,
                "one-direction",
                name + " shows one direction alone of " + CountText.of(halves) + " of "
                        + CountText.of(facts.count(ReassemblyCounter.CONNECTIONS)) + " connections",
                "The other side's packets are not there, not even its acknowledgements, so it was not captured; that"
                        + " says nothing of the services. Mirror both directions of the port (ingress and "
                        + "egress), capture"
                        + " both links of a bond or both fibres of a tap, and leave directions out of the filter.",
                Spoils.EVERYTHING);
    }

    /** Of the others both are there, so the mirror is not wrong as such. */
    private void someOneDirection(long halves) {
        long all = facts.count(ReassemblyCounter.CONNECTIONS);
        if (halves >= MIN_CONNECTIONS && halves >= SOME_HALVES * all) {
            add(
                    Severity.NOTICE,
                    "some-one-direction",
                    name + " shows one direction alone of " + CountText.of(halves) + " of " + CountText.of(all)
                            + " connections",
                    "Of the rest it shows both. Their packets come back another way (asymmetric routes, a bond), or"
                            + " one of the mirrored ports is mirrored one way alone. Requests there count as "
                            + "seen in one direction only, not as unanswered, and are left out of times. "
                            + "Capture the other direction too.",
                    Spoils.NOTHING);
        }
    }

    private void dropped() {
        long dropped = facts.dropped();
        double share = (double) dropped / Math.max(1, facts.framesLately() + dropped);
        if (share >= SOME_DROPPED) {
            Spoils spoils = spoiltByLoss(share, MANY_DROPPED);
            add(
                    spoils == Spoils.NOTHING ? Severity.NOTICE : Severity.PROBLEM,
                    "capture-dropped",
                    "The sniffer of " + name + " lost " + percent(share) + " of the packets: " + CountText.of(dropped)
                            + " of " + CountText.of(facts.framesLately() + dropped),
                    "They passed the port but were not recorded, so some calls and answers are missing. Give "
                            + "the capture a larger buffer (sniff --buffer, tcpdump -B), a shorter snapshot length,"
                            + " a filter, or fewer ports; 'wirepath sniff' sheds whole connections instead.",
                    spoils);
            return;
        }
        long missing = facts.lately(ReassemblyCounter.MISSING_BYTES)
                - facts.lately(ReassemblyCounter.ONE_DIRECTION_MISSING_BYTES)
                - facts.lately(ReassemblyCounter.CAME_AFTER_ALL_BYTES);
        double lost = (double) missing / Math.max(1, facts.lately(ReassemblyCounter.PAYLOAD_BYTES) + missing);
        if (lost >= SOME_BYTES_LOST && !facts.isOneDirection()) {
            Spoils spoils = spoiltByLoss(lost, SOME_BYTES_LOST);
            add(
                    spoils == Spoils.EVERYTHING ? Severity.PROBLEM : Severity.NOTICE,
                    "capture-lost-bytes",
                    name + " lacks " + percent(lost) + " of the bytes that the receivers acknowledged",
                    "The hosts got them and the capture did not: the mirror port or the sniffer was too slow for a"
                            + " while. Answers that seem to be missing may have been lost with them.",
                    spoils);
        }
    }

    /** Of a capture that lost most, what answers what is a guess. */
    private static Spoils spoiltByLoss(double share, double some) {
        if (share >= MAX) {
            return Spoils.EVERYTHING;
        }
        return share >= some ? Spoils.MISSING_RESPONSES : Spoils.NOTHING;
    }

    private void cut() {
        long cut = facts.count(ReassemblyCounter.CUT_BYTES);
        double share = (double) cut / Math.max(1, cut + facts.count(ReassemblyCounter.PAYLOAD_BYTES));
        if (share < MUCH_CUT) {
            return;
        }
        boolean headers = share >= HEADERS_ALONE;
        add(
                headers ? Severity.NOTICE : Severity.FACT,
                "frames-cut",
                name + (headers ? " holds headers alone: " : " is cut short: ") + percent(share)
                        + " of the payload was not recorded",
                "Times, turns, calls and clocks are found without it; names of services, operations, the boundaries of"
                        + " pipelined messages and the evidence of content are not. Where the payload may be recorded,"
                        + " capture with '-s 0', or with '-s 512' for most of it.",
                Spoils.NOTHING);
    }

    private void begunInTheMiddle() {
        long connections = facts.count(ReassemblyCounter.CONNECTIONS);
        long open = facts.count(ReassemblyCounter.MIDSTREAM);
        if (connections >= MIN_CONNECTIONS && open >= MOSTLY_OPEN * connections && !facts.isOneDirection()) {
            add(
                    Severity.FACT,
                    "capture-begins-in-the-middle",
                    CountText.of(open) + " of " + CountText.of(connections) + " connections were open before " + name
                            + " begins",
                    "What was negotiated before is unknown: who opened them, log-ins, header compression, "
                            + "prepared statements. A few calls at the beginning may be misread; a longer capture"
                            + " has a smaller"
                            + " share of them.",
                    Spoils.NOTHING);
        }
    }

    private void contradicted() {
        long conflicts = facts.count(ReassemblyCounter.OVERLAP_CONFLICTS);
        if (conflicts > 0) {
            add(
                    Severity.NOTICE,
                    "conflicting-overlaps",
                    CountText.of(conflicts, "segment") + " of " + name
                            + " carried bytes that differ from earlier ones at the same position",
                    "A correct sender never sends two versions of its stream. Either somebody shows the "
                            + "receiver something other than an observer, or a box on the way rewrites streams. The "
                            + "first bytes are used here; the receiver may have used the others. 'wirepath streams "
                            + "--json' names"
                            + " the connections (overlap_conflicts).",
                    Spoils.NOTHING);
        }
    }

    private void doubtful() {
        long bytes = facts.count(ReassemblyCounter.LEFT_OUT_BYTES);
        if (bytes > 0) {
            long wrong = facts.count(ReassemblyCounter.BAD_CHECKSUMS);
            add(
                    Severity.NOTICE,
                    "doubtful-segments",
                    CountText.of(bytes, "byte") + " of " + name + " came in packets that the receivers dropped",
                    "These packets differ from the others of their sender in checksum (" + CountText.of(wrong)
                            + "), hops or time stamps, and nobody acknowledged them or others came in their place."
                            + " A few are damaged on their way; many are sent for observers alone, to show them"
                            + " what no receiver sees. They are left out here.",
                    Spoils.NOTHING);
        }
    }

    private void doubtfulEnds() {
        long messages = facts.count(MessageCounter.MESSAGES_OF_DOUBTFUL_END);
        if (messages > 0) {
            add(
                    Severity.NOTICE,
                    "doubtful-ends",
                    "The end of " + CountText.of(messages, "HTTP message") + " of " + name + " is in doubt",
                    "Two lengths, one that is malformed, a chunk's among them, or lines that end without a carriage"
                            + " return (RFC 9112 §2.2, §5.1, §6.3, §7.1). A proxy and the server behind it may"
                            + " disagree on where such a message ends, and so on who asked what: a request may "
                            + "be hidden in another (request smuggling). Where no length is certain, the "
                            + "connection is split by turns from there on.",
                    Spoils.NOTHING);
        }
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, share < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * share);
    }
}
