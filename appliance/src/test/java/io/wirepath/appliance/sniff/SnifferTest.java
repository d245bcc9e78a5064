package io.wirepath.appliance.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.decode.DecodeCounter;
import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.flows.pipeline.PipelineTuning;
import io.wirepath.flows.pipeline.SamplingCounter;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolVisitor;
import io.wirepath.sniffer.CounterSet;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SnifferTest {

    private static final String CAPTURE = "../samples/slow/sw-app.pcap.gz";
    private static final long SECOND = 1_000_000_000L;

    /** Small, so that a short capture has many blocks. */
    private static final FlowSettings FLOWS = FlowSettings.defaults().withBlockBytes(2 * FrameBlock.MAX_FRAME_BYTES);

    private static final Set<String> FATES =
            Arrays.stream(DecodeCounter.values()).map(Enum::name).collect(Collectors.toSet());

    @TempDir
    private Path temp;

    private final List<String> log = new ArrayList<>();

    /** Ten seconds pass with each look. */
    private static final class FastClock implements SniffClock {

        private long seconds = 1_700_000_000L;

        @Override
        public long nanoTime() {
            return (seconds += 10) * SECOND;
        }

        @Override
        public long wallNanos() {
            return seconds * SECOND;
        }

        @Override
        public String host() {
            return "tap1";
        }
    }

    /** What a spool holds. */
    private static final class Contents implements SpoolVisitor {

        final List<String> runs = new ArrayList<>();
        final List<String> notes = new ArrayList<>();
        final List<Map<String, Long>> counters = new ArrayList<>();

        /** Sightings by their connection's opening frame, each with its place and digest. */
        final Map<Long, List<String>> connections = new HashMap<>();

        boolean ended;
        private final Map<String, Long> latest = new LinkedHashMap<>();

        @Override
        public void onStart(long number, SnifferRun run) {
            runs.add(run.sniffer() + " " + run.source() + " " + run.host());
            latest.clear();
        }

        @Override
        public void onSighting(long number, Sighting sighting) {
            connections
                    .computeIfAbsent(sighting.connection(), key -> new ArrayList<>())
                    .add(AddressText.of(sighting.sourceHigh(), sighting.sourceLow()) + " " + sighting.streamOffset()
                            + " " + sighting.lengthBytes() + " " + sighting.digest());
        }

        @Override
        public void onCounters(long number, List<CounterSet.Value> told) {
            told.forEach(value -> latest.put(value.counter().name(), value.value()));
            counters.add(new LinkedHashMap<>(latest));
        }

        @Override
        public void onNote(long number, long timeNanos, String text) {
            notes.add(text);
        }

        @Override
        public void onEnd(long number) {
            ended = true;
        }
    }

    private Contents contents(String name) throws IOException {
        Contents contents = new Contents();
        try (SpoolReader reader = Spool.read(temp.resolve(name))) {
            while (reader.read(contents)) {
                // the visitor does the work
            }
        }
        return contents;
    }

    private Sniffer sniffer(String name, FrameSource frames, PipelineTuning tuning) {
        SniffSettings settings = new SniffSettings(
                name, temp.resolve(name), SpoolSettings.defaults().withSync(0, 0), 0, 0, null, FLOWS, tuning, true, 0);
        return new Sniffer(settings, SniffSource.of(CAPTURE, frames), new FastClock(), log::add);
    }

    private FlowReport sniff(String name, PipelineTuning tuning) throws IOException {
        return sniffer(name, CaptureFile.open(CAPTURE), tuning).run();
    }

    private static long sum(Map<String, Long> counters, Set<String> names) {
        return names.stream().mapToLong(counters::get).sum();
    }

    @Test
    void countersAddUpAtEveryMoment() throws IOException {
        FlowReport report = sniff("all", PipelineTuning.EVERYTHING);
        Contents contents = contents("all");
        assertTrue(contents.counters.size() > 3, contents.counters.size() + " times counted");
        for (Map<String, Long> counted : contents.counters) {
            assertEquals(counted.get("FRAMES"), sum(counted, FATES));
        }
        Map<String, Long> last = contents.counters.get(contents.counters.size() - 1);
        assertEquals(report.frames(), last.get("FRAMES"));
        assertEquals(last.get("SEGMENTS") + last.get("DATAGRAMS"), last.get("USED_TCP") + last.get("USED_UDP"));
        assertTrue(contents.ended);
        assertEquals(List.of("all " + CAPTURE + " tap1"), contents.runs);
    }

    @Test
    void samplingKeepsWholeConnectionsAndCountsTheRest() throws IOException {
        sniff("all", PipelineTuning.EVERYTHING);
        sniff("half", PipelineTuning.EVERYTHING.withSampledShare(0.5));
        sniff("some", PipelineTuning.EVERYTHING.withSampledShare(0.2));
        Contents all = contents("all");
        Contents half = contents("half");
        Contents some = contents("some");
        half.connections.forEach((connection, sightings) -> assertEquals(all.connections.get(connection), sightings));
        assertTrue(half.connections.keySet().containsAll(some.connections.keySet()), "what few keep, more keep, too");
        double share = half.connections.size() / (double) all.connections.size();
        assertTrue(share > 0.4 && share < 0.6, "share " + share);
        for (Map<String, Long> counted : some.counters) {
            assertEquals(counted.get("FRAMES"), sum(counted, FATES));
            assertEquals(
                    counted.get("USED_TCP") + counted.get("USED_UDP"),
                    counted.get("SEGMENTS")
                            + counted.get("DATAGRAMS")
                            + counted.get(SamplingCounter.PACKETS_LEFT_OUT_BY_SAMPLING.name()));
        }
    }

    @Test
    void changesWhileItRunsAreLoggedWrittenAndLoseNoFrame() throws IOException {
        SniffControl[] control = new SniffControl[1];
        Sniffer sniffer = sniffer(
                "changed",
                new Meanwhile(CaptureFile.open(CAPTURE), 2, () -> {
                    control[0].sample(0.3);
                    control[0].lookFor(Set.of(Protocol.DNS));
                }),
                PipelineTuning.EVERYTHING);
        control[0] = new SniffControl(List.of(sniffer));
        FlowReport report = sniffer.run();
        Contents contents = contents("changed");
        List<String> notes = List.of("30.00 % of the connections are watched.", "Protocols that are looked for: DNS.");
        assertEquals(notes, contents.notes);
        assertEquals(notes.stream().map(note -> "changed: " + note).toList(), log);
        Map<String, Long> last = contents.counters.get(contents.counters.size() - 1);
        assertEquals(report.frames(), sum(last, FATES));
        assertEquals(
                last.get("USED_TCP") + last.get("USED_UDP"),
                last.get("SEGMENTS") + last.get("DATAGRAMS") + last.get("PACKETS_LEFT_OUT_BY_SAMPLING"));
        assertTrue(last.get("PACKETS_LEFT_OUT_BY_SAMPLING") > 0);
        assertEquals(Set.of(Protocol.DNS), sniffer.tuning().framers());
    }

    @Test
    void withoutFramersTurnsCut() throws IOException {
        FlowReport report = sniff("turns", PipelineTuning.EVERYTHING.withFramers(Set.of()));
        Map<String, Long> counted = new HashMap<>();
        report.counters().forEach(value -> counted.put(value.counter().name(), value.value()));
        assertEquals(0, counted.get("MESSAGES_FRAMED"));
        assertTrue(counted.get("MESSAGES") > 1000);
    }

    private static long sightings(Contents contents) {
        return contents.connections.values().stream().mapToInt(List::size).sum();
    }

    @Test
    void aSecondRunGoesOnWithTheSpool() throws IOException {
        sniff("twice", PipelineTuning.EVERYTHING);
        long once = sightings(contents("twice"));
        sniff("twice", PipelineTuning.EVERYTHING);
        Contents contents = contents("twice");
        assertEquals(2, contents.runs.size());
        assertEquals(2 * once, sightings(contents));
        try (SpoolReader reader = Spool.read(temp.resolve("twice"))) {
            long documents = 0;
            while (reader.next()) {
                documents++;
            }
            assertEquals(reader.lastNumber(), documents);
            assertEquals(0, reader.documentsMissing());
        }
    }

    @Test
    void aStopWritesWhatWasCapturedAndEndsTheRun() throws IOException {
        Sniffer[] sniffer = new Sniffer[1];
        sniffer[0] = sniffer(
                "stopped",
                new Meanwhile(CaptureFile.open(CAPTURE), 3, () -> sniffer[0].stop()),
                PipelineTuning.EVERYTHING);
        FlowReport report = sniffer[0].run();
        Contents contents = contents("stopped");
        assertTrue(contents.ended);
        assertTrue(report.frames() > 0 && report.frames() < 12_000, report.frames() + " frames");
        assertFalse(contents.connections.isEmpty());
    }

    /** A capture during which something happens, and that can be stopped. */
    private static final class Meanwhile implements FrameSource, Runnable {

        private final FrameSource capture;
        private final int atBlock;
        private final Runnable what;
        private int block;
        private boolean stopped;

        Meanwhile(FrameSource capture, int atBlock, Runnable what) {
            this.capture = capture;
            this.atBlock = atBlock;
            this.what = what;
        }

        @Override
        public boolean fill(FrameBlock into) throws IOException {
            if (++block == atBlock) {
                what.run();
            }
            return !stopped && capture.fill(into);
        }

        @Override
        public void run() {
            stopped = true;
        }

        @Override
        public String sniffer() {
            return capture.sniffer();
        }

        @Override
        public Optional<io.wirepath.sniffer.CaptureDamage> damage() {
            return capture.damage();
        }

        @Override
        public long droppedBeforeCapture() {
            return capture.droppedBeforeCapture();
        }

        @Override
        public Progress progress() {
            return capture.progress();
        }

        @Override
        public void close() throws IOException {
            capture.close();
        }
    }
}
