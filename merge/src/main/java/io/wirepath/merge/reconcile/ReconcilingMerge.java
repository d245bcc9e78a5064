package io.wirepath.merge.reconcile;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.CountText;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.merge.MergeCounter;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.MessageSink;
import io.wirepath.merge.SightingMerge;
import io.wirepath.merge.clock.ClockModel;
import io.wirepath.merge.match.CompleteWait;
import io.wirepath.merge.match.MatchedSink;
import io.wirepath.merge.match.MergeLimits;
import io.wirepath.merge.match.MergeRun;
import io.wirepath.merge.operation.OperationTemplates;
import io.wirepath.merge.order.SightingSorter;
import io.wirepath.merge.order.SortedSightings;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.result.LinkLoss;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.sample.ConsistentSample;
import io.wirepath.merge.sample.HomeSniffers;
import io.wirepath.merge.sample.SampledClocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The merge of sightings that several sniffers made of overlapping traffic, each with its own clock, before and after
 * translation of addresses (WAP5 §4, §5.2, §7).
 *
 * <pre>
 *  begin(i) ─► SightingSorter i        finish(): samples ─► ClockModel ─► HomeSniffers
 *           └► ConsistentSample i                sorters ─► MergeRun ─► MessageSink, translations, losses
 * </pre>
 *
 * Used by one thread at a time.
 */
public final class ReconcilingMerge implements SightingMerge {

    /** Sniffers that a note names. */
    private static final int MAX_NAMED = 4;

    private final MessageSink to;
    private final MergeSettings settings;
    private final List<SightingSorter> sorters = new ArrayList<>();
    private final List<ConsistentSample> samples = new ArrayList<>();
    private final BitSet traces = new BitSet();
    private final Map<Integer, String> names = new HashMap<>();
    private final OperationTemplates operations = new OperationTemplates();
    private MergeResult result;

    /** Hands the messages to this sink, during {@link #finish}. */
    @SuppressWarnings("NullAway.Init") // the result is there after finish()
    public ReconcilingMerge(MessageSink to, MergeSettings settings) {
        this.to = to;
        this.settings = settings;
    }

    @Override
    public SightingSink begin(int sniffer) {
        if (sniffer != sorters.size()) {
            throw new IllegalArgumentException("sniffer " + sniffer + " after " + sorters.size() + " others");
        }
        if (sniffer > 0) {
            sorters.get(sniffer - 1).settle();
        }
        SightingSorter sorter = new SightingSorter(settings.temporaryDirectory());
        ConsistentSample sample = new ConsistentSample();
        sorters.add(sorter);
        samples.add(sample);
        return new SightingSink() {
            private int operation;

            @Override
            public void onOperation(Sighting sighting, String asked) {
                operation = operations.number(asked, sighting);
            }

            @Override
            public void onSighting(Sighting sighting) {
                sorter.add(sighting, operation);
                operation = OperationTemplates.OTHER;
                sample.offer(sighting.bytes(), sighting.offset());
            }

            @Override
            public void onConnectionEnd(ConnectionEnd end) {
                sorter.add(end.bytes(), end.offset());
            }

            @Override
            public void onProgress(long timeNanos) {
                sorter.noteProgress(timeNanos);
            }

            @Override
            public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
                to.onName(addressHigh, addressLow, name, origin);
            }
        };
    }

    @Override
    public SightingSink beginTrace(int sniffer) {
        traces.set(sniffer);
        return begin(sniffer);
    }

    /** Names a sniffer, for settings and for notes; a sniffer without a name has its number for one. */
    public void name(int sniffer, String name) {
        names.put(sniffer, name);
    }

    private String nameOf(int sniffer) {
        return names.getOrDefault(sniffer, Integer.toString(sniffer));
    }

    /**
     * The number of the sniffer with this name.
     *
     * @throws IllegalArgumentException when there is none, with the names that there are
     */
    private int numberOf(String name) {
        List<String> known = new ArrayList<>();
        for (int sniffer = 0; sniffer < sorters.size(); sniffer++) {
            if (nameOf(sniffer).equals(name)) {
                return sniffer;
            }
            known.add(nameOf(sniffer));
        }
        throw new IllegalArgumentException("there is no sniffer " + name + ", only " + String.join(", ", known));
    }

    /** Clocks are solved in the order of names, so that the order of the captures changes no rounding. */
    private ClockModel solve(int[] byName, List<ClockModel.Pair> pairs, int reference) {
        int[] place = new int[byName.length];
        for (int i = 0; i < byName.length; i++) {
            place[byName[i]] = i;
        }
        Map<Integer, Long> ties = new HashMap<>();
        settings.ties().forEach((name, nanos) -> ties.put(numberOf(name), nanos));
        if (sorters.size() < 2) {
            return ClockModel.identity(sorters.size());
        }
        ClockModel solved = ClockModel.solve(sorters.size(), pairs, reference).renumbered(place);
        return solved.tied(ties).tied(tracesAlike(solved));
    }

    /** Traces are by one clock already, so what is known of one holds for those that nothing ties. */
    private Map<Integer, Long> tracesAlike(ClockModel solved) {
        Map<Integer, Long> alike = new HashMap<>();
        long[][] active = active();
        traces.stream().filter(solved::isKnown).findFirst().ifPresent(known -> {
            ClockLine line = Objects.requireNonNull(solved.line(known, active[known][0]));
            traces.stream().forEach(trace -> alike.put(trace, Math.round(line.offsetNanos())));
        });
        return alike;
    }

    /** Captures come first: of sniffers that are alike, the first is the reference. */
    private int[] byName() {
        return IntStream.range(0, sorters.size())
                .boxed()
                .sorted(Comparator.comparing((Integer sniffer) -> traces.get(sniffer))
                        .thenComparing(this::nameOf))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    @Override
    public List<String> finish() {
        List<String> templates = operations.templates();
        for (int i = 0; i < templates.size(); i++) {
            to.onTemplate(i + 1, templates.get(i));
        }
        int[] byName = byName();
        int named = settings.reference() == null ? -1 : numberOf(settings.reference());
        int reference = IntStream.range(0, byName.length)
                .filter(place -> byName[place] == named)
                .findFirst()
                .orElse(-1);
        List<ClockModel.Pair> pairs =
                SampledClocks.pairs(IntStream.of(byName).mapToObj(samples::get).toList(), reference);
        ClockModel clocks = solve(byName, pairs, reference);
        long[][] raw = active();
        HomeSniffers homes = HomeSniffers.learn(samples, raw, clocks, traces);
        samples.replaceAll(sample -> new ConsistentSample());
        MergeLimits limits = MergeLimits.ofFiles(CompleteWait.of(pairs));
        MergeRun run = new MergeRun(clocks, homes, corrected(raw, clocks), settings.rules(), limits, new Messages(to));
        try {
            List<SortedSightings> readers = new ArrayList<>();
            for (SightingSorter sorter : sorters) {
                readers.add(sorter.read());
            }
            new SnifferInterleaving(readers, clocks).into(run);
        } finally {
            close();
        }
        result = new MergeResult(
                clocks.reference(),
                lines(clocks, pairs, byName, corrected(raw, clocks)),
                homes.all(),
                run.translations(),
                run.losses(),
                run.counters().values());
        List<String> notes = notes(run.counters().get(MergeCounter.SIGHTINGS_JOINED));
        for (int s = 0; s < raw.length; s++) {
            long nanos = clocks.putBackNanos(s);
            if (nanos > 0) {
                notes.add(String.format(
                        Locale.ROOT,
                        "The clock of %s was put back by %.3f s while it captured: of what it showed twice nobody knows"
                                + " which was when, and messages of that time may be told twice.",
                        nameOf(s),
                        nanos / 1e9));
            }
        }
        return notes;
    }

    private void close() {
        for (SightingSorter sorter : sorters) {
            try {
                sorter.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private long[][] active() {
        long[][] active = new long[sorters.size()][];
        for (int s = 0; s < active.length; s++) {
            SightingSorter sorter = sorters.get(s);
            active[s] = sorter.records() == 0 ? new long[2] : new long[] {sorter.firstNanos(), sorter.lastNanos()};
        }
        return active;
    }

    private static long[][] corrected(long[][] raw, ClockModel clocks) {
        long[][] corrected = new long[raw.length][];
        for (int s = 0; s < raw.length; s++) {
            corrected[s] = new long[] {clocks.correct(s, raw[s][0]), clocks.correct(s, raw[s][1])};
        }
        return corrected;
    }

    private static List<MergeResult.SnifferClock> lines(
            ClockModel clocks, List<ClockModel.Pair> pairs, int[] byName, long[][] active) {
        List<MergeResult.SnifferClock> lines = new ArrayList<>();
        for (int s = 0; s < active.length; s++) {
            long matched = 0;
            for (ClockModel.Pair pair : pairs) {
                if (byName[pair.first()] == s || byName[pair.second()] == s) {
                    matched += pair.clock().matched();
                }
            }
            long middle = active[s][0] + (active[s][1] - active[s][0]) / 2;
            lines.add(new MergeResult.SnifferClock(s, middle, clocks.lines(s, middle), clocks.stretches(s), matched));
        }
        return lines;
    }

    private List<String> notes(long joined) {
        List<String> notes = new ArrayList<>();
        if (sorters.size() > 1 && (joined > 0 || traces.cardinality() < sorters.size())) {
            notes.add("The clocks of the " + sorters.size() + " sniffers were compared by the messages that two of them"
                    + " saw, assuming symmetric minimum delay; " + CountText.of(joined)
                    + (joined == 1 ? " sighting was a copy" : " sightings were copies")
                    + " of what another sniffer saw.");
            List<String> apart = result.clocks().stream()
                    .filter(clock -> clock.line() == null)
                    .map(clock -> nameOf(clock.sniffer()))
                    .toList();
            if (!apart.isEmpty()) {
                int more = apart.size() - MAX_NAMED;
                notes.add("No traffic in common with other sniffers: "
                        + String.join(", ", apart.subList(0, Math.min(apart.size(), MAX_NAMED)))
                        + (more > 0 ? " and " + more + " more" : "") + ". "
                        + (apart.size() == 1 ? "Its times are" : "Their times are")
                        + " not corrected; '--tie NAME=SECONDS' gives an offset.");
            }
        }
        if (!result.translations().isEmpty()) {
            notes.add(result.translations().size() + " address translations were found and undone.");
        }
        for (LinkLoss loss : result.losses()) {
            long lost = loss.segments() + loss.emptySegments();
            if (lost > 0) {
                notes.add("The network lost " + lost + (lost == 1 ? " segment on" : " segments on") + " the way from "
                        + nameOf(loss.from()) + " to " + nameOf(loss.to()) + ", " + loss.segments()
                        + " of them with payload.");
            }
        }
        return notes;
    }

    /** Of a file nobody needs to know which sightings made a message. */
    private record Messages(MessageSink to) implements MatchedSink {

        @Override
        public void onSighting(int lane, long number) {}

        @Override
        public void onMessage(MessageRecord message) {
            to.onMessage(message);
        }
    }

    /** What was learnt besides the messages; after {@link #finish}. */
    public MergeResult result() {
        return result;
    }
}
