package io.wirepath.pipeline.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.decode.DecodeCounter;
import io.wirepath.flows.message.MessageCounter;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.pipeline.diagnosis.Fault.Spoils;
import io.wirepath.report.SampleReport;
import io.wirepath.sniffer.CaptureCounter;
import io.wirepath.sniffer.Counter;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CaptureFaultsTest {

    private final List<CounterSet.Value> counters =
            new ArrayList<>(List.of(new CounterSet.Value(DecodeCounter.USED_TCP, 900)));

    private CaptureFaultsTest with(Counter counter, long value) {
        counters.add(new CounterSet.Value(counter, value));
        return this;
    }

    private List<String> titles() {
        return faults().stream().map(fault -> fault.finding().title()).toList();
    }

    private List<Fault> faults() {
        return CaptureFaults.of(
                new CaptureFacts(new SnifferRecord(0, "eth1", "eth1", 1000, 1, 2, Optional.empty(), counters)));
    }

    @Test
    void aSnifferThatWasTooSlowIsAProblemOfItsOwn() {
        with(CaptureCounter.DROPPED_RING_FULL, 200).with(CaptureCounter.DROPPED_BY_KERNEL, 50);
        assertEquals(List.of("The sniffer of eth1 lost 20 % of the packets: 250 of 1 250"), titles());
        assertEquals(Spoils.MISSING_RESPONSES, faults().get(0).spoils());
    }

    @Test
    void aFewLostPacketsAreToldAndSpoilNothing() {
        with(CaptureCounter.DROPPED_BEFORE_CAPTURE, 5);
        assertEquals(List.of("The sniffer of eth1 lost 0.5 % of the packets: 5 of 1 005"), titles());
        assertEquals(Spoils.NOTHING, faults().get(0).spoils());
    }

    @Test
    void packetsThatReceiversDropAreTold() {
        with(ReassemblyCounter.LEFT_OUT_BYTES, 600).with(ReassemblyCounter.BAD_CHECKSUMS, 2);
        assertEquals(List.of("600 bytes of eth1 came in packets that the receivers dropped"), titles());
    }

    @Test
    void bytesThatOnlyTheReceiverGotAreTold() {
        with(ReassemblyCounter.PAYLOAD_BYTES, 97_000).with(ReassemblyCounter.MISSING_BYTES, 3_000);
        assertEquals(List.of("eth1 lacks 3.0 % of the bytes that the receivers acknowledged"), titles());
    }

    @Test
    void twoVersionsOfAStreamAreToldHoweverFew() {
        with(ReassemblyCounter.OVERLAP_CONFLICTS, 1);
        assertEquals(
                List.of("1 segment of eth1 carried bytes that differ from earlier ones at the same position"),
                titles());
        assertEquals(Spoils.NOTHING, faults().get(0).spoils());
    }

    @Test
    void messagesOfDoubtfulEndAreToldHoweverFew() {
        with(MessageCounter.MESSAGES_OF_DOUBTFUL_END, 1);
        assertEquals(List.of("The end of 1 HTTP message of eth1 is in doubt"), titles());
        assertEquals(Spoils.NOTHING, faults().get(0).spoils());
    }

    @Test
    void aRunningSnifferThatHasToldNothingYetIsNotDiagnosed() {
        Analysis analysis = SampleReport.empty().analysis();
        SnifferRecord silent = new SnifferRecord(0, "eth2", "eth2", 0, 0, 0, Optional.empty(), List.of());
        SnifferRecord half = new SnifferRecord(
                1,
                "eth1",
                "eth1",
                1000,
                1,
                2,
                Optional.empty(),
                with(ReassemblyCounter.CONNECTIONS, 10).with(ReassemblyCounter.ONE_DIRECTION, 9).counters);
        assertEquals(
                List.of("one-direction"),
                Diagnosis.ofRunning(analysis, List.of(silent, half), List.of(), null).findings().stream()
                        .map(Finding::kind)
                        .toList());
        assertEquals(analysis, Diagnosis.ofRunning(analysis, List.of(silent), List.of(), null));
    }

    /** What a sniffer lost as it began is no trouble of all windows after it, and what it loses now is not diluted. */
    @Test
    void aWindowTellsWhatWasLostSinceTheOneBefore() {
        SnifferRecord first = lost(16_934, 4703, 5);
        SnifferRecord quiet = lost(33_000, 4703, 5);
        SnifferRecord later = lost(34_000, 5703, 5);
        assertEquals(List.of("The sniffer of tap lost 22 % of the packets: 4 703 of 21 637"), lately(first, List.of()));
        assertEquals(List.of(), lately(quiet, List.of(first)));
        assertEquals(
                List.of("The sniffer of tap lost 50 % of the packets: 1 000 of 2 000"), lately(later, List.of(quiet)));
        SnifferRecord anew = lost(50_000, 9000, 6);
        assertEquals(
                List.of("The sniffer of tap lost 15 % of the packets: 9 000 of 59 000"), lately(anew, List.of(later)));
    }

    private static SnifferRecord lost(long frames, long dropped, long firstNanos) {
        List<CounterSet.Value> counts = List.of(
                new CounterSet.Value(DecodeCounter.USED_TCP, frames),
                new CounterSet.Value(CaptureCounter.DROPPED_RING_FULL, dropped));
        return new SnifferRecord(0, "tap", "vm:eth1", frames, firstNanos, 9, Optional.empty(), counts);
    }

    private static List<String> lately(SnifferRecord sniffer, List<SnifferRecord> before) {
        Analysis analysis = SampleReport.empty().analysis();
        return Diagnosis.ofRunning(analysis, List.of(sniffer), before, null).findings().stream()
                .filter(own -> own.kind().equals("capture-dropped"))
                .map(Finding::title)
                .toList();
    }

    @Test
    void someHalfConnectionsAreToldAndTheirBytesAreNotLost() {
        with(ReassemblyCounter.CONNECTIONS, 100).with(ReassemblyCounter.ONE_DIRECTION, 20);
        with(ReassemblyCounter.PAYLOAD_BYTES, 97_000).with(ReassemblyCounter.MISSING_BYTES, 3_000);
        with(ReassemblyCounter.ONE_DIRECTION_MISSING_BYTES, 2_900);
        assertEquals(List.of("eth1 shows one direction alone of 20 of 100 connections"), titles());
        assertEquals(Spoils.NOTHING, faults().get(0).spoils());
    }

    @Test
    void aFewHalfConnectionsAreNotTheCapturesFault() {
        with(ReassemblyCounter.CONNECTIONS, 100).with(ReassemblyCounter.ONE_DIRECTION, 4);
        assertEquals(List.of(), titles());
    }

    @Test
    void whatRestsOnWholeRequestsIsHeldBackWhereSomeAreLost() {
        with(CaptureCounter.DROPPED_RING_FULL, 200);
        assertEquals(List.of("held-back", "slow-replica"), told());
    }

    @Test
    void ofACaptureThatLostMostNothingIsTold() {
        with(ReassemblyCounter.PAYLOAD_BYTES, 40_000).with(ReassemblyCounter.MISSING_BYTES, 60_000);
        assertEquals(Finding.Severity.PROBLEM, faults().get(0).finding().severity());
        assertEquals(List.of("held-back"), told());
    }

    /** Kinds of what is told of a system behind the first of its capture. */
    private List<String> told() {
        List<Finding> findings = Stream.of("slow-replica", "rare-slow-path", "calls-made-again", "unanswered-calls")
                .map(kind -> new Finding(Finding.Severity.FACT, kind, kind, "", List.of(), 0, 0))
                .toList();
        SnifferRecord capture = new SnifferRecord(0, "eth1", "eth1", 1000, 1, 2, Optional.empty(), counters);
        Analysis analysis = SampleReport.empty().analysis().withFindings(findings);
        return Diagnosis.of(analysis, List.of(capture), null).findings().stream()
                .map(Finding::kind)
                .skip(1)
                .toList();
    }
}
