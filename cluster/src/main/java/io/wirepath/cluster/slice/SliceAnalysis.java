package io.wirepath.cluster.slice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.host.HostLog;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.appliance.serve.WindowReport;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.explain.ExplainedLinks;
import io.wirepath.causes.incremental.WindowedInference;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.NodeAnswer;
import io.wirepath.causes.joint.NodeProblem;
import io.wirepath.causes.window.SlidingWindows;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreReader;
import io.wirepath.nat.NatRules;
import io.wirepath.pipeline.AlgorithmChoice.Chosen;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Job;
import io.wirepath.pipeline.LoadedMessages;
import io.wirepath.pipeline.MergeReading;
import io.wirepath.pipeline.MessageLoader;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.report.AnswerJson;
import io.wirepath.report.Report;
import io.wirepath.report.ReportJson;
import io.wirepath.report.export.OtlpWriter;
import io.wirepath.report.text.Figures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@code wirepath analyze} does, over the spools of a slice: a pure function of their documents. Each result has a
 * key that says of which slice it is and the how-manieth, so that one made again takes the place of the one before.
 *
 * <p>Done at once by {@link #run}, or in three steps, of which the second may be done in many places:
 *
 * <pre>
 *  SliceSpools ─► merge ─► MergedSlice ─► problems ─► NodeProblem.solve, each node ─► report ─► Results
 * </pre>
 */
public final class SliceAnalysis {

    /** A request of OTLP that a broker takes as one record without settings of its own. */
    private static final int MAX_OTLP_BYTES = 900_000;

    private final SliceSettings slices;
    private final AnalysisChoice choice;

    /** Takes results. */
    @FunctionalInterface
    public interface Results {

        /**
         * A result of a kind: {@code messages}, {@code calls}, {@code findings}, {@code queries} or {@code windows}.
         */
        void put(String kind, String key, byte[] value);
    }

    /** Analyses slices of these settings. */
    public SliceAnalysis(SliceSettings slices, AnalysisChoice choice) {
        this.slices = slices;
        this.choice = choice;
    }

    /**
     * Merges and analyses a slice, all of it here.
     *
     * @param slice beginning of its core, or {@link SliceSettings#WHOLE}
     */
    public void run(long slice, SliceSpools spools, Results to) throws IOException {
        try (MergedSlice merged = merge(spools)) {
            put(slice, merged, load(merged), Job.Links.COMPUTED, to);
        }
    }

    /** Merges what all sniffers saw of a slice. */
    public MergedSlice merge(SliceSpools spools) throws IOException {
        List<Path> places = spools.finish();
        List<String> sniffers = places.stream()
                .map(place -> String.valueOf(place.getFileName()))
                .toList();
        MergedSlice merged = new MergedSlice(sniffers);
        try {
            MergeSettings settings = merge(sniffers, reference(sniffers));
            new MergeReading(FlowSettings.defaults(), settings, Console.silent(), false)
                    .intoStore(places.stream().map(Path::toString).toList(), merged.store());
        } catch (IOException | RuntimeException e) {
            merged.close();
            throw e;
        }
        return merged;
    }

    /** What the nodes of a slice have to explain; none where its algorithm does not go by nodes. */
    public List<NodeProblem> problems(MergedSlice merged) throws IOException {
        MessageTable messages = load(merged).table();
        return choose(messages).algorithm() instanceof JointLinking joint ? joint.problems(messages) : List.of();
    }

    /**
     * Tells of a slice whose nodes were solved, what {@link #run} tells.
     *
     * @param answers of all its {@link #problems}, in any order
     */
    public void report(long slice, MergedSlice merged, List<NodeAnswer> answers, Results to) throws IOException {
        put(slice, merged, load(merged), links(answers), to);
    }

    private static Job.Links links(List<NodeAnswer> answers) {
        return (messages, chosen) -> chosen.algorithm() instanceof JointLinking
                ? new ExplainedLinks(JointLinking.links(messages, answers), List.of())
                : Job.Links.COMPUTED.of(messages, chosen);
    }

    private LoadedMessages load(MergedSlice merged) throws IOException {
        return new MessageLoader(choice.names()).load(merged.store());
    }

    /**
     * The algorithm. Where time is cut, a slice is a window already, and joint cuts it no further; one of everything is
     * cut as one process cuts it.
     */
    private Chosen choose(MessageTable messages) {
        Chosen chosen = choice.inference().choose(messages);
        boolean isCutOnce = chosen.algorithm() instanceof WindowedInference windows
                && (!slices.isWhole() || windows.isOneWindow(messages));
        return isCutOnce ? new Chosen(((WindowedInference) chosen.algorithm()).streaming(), chosen.settings()) : chosen;
    }

    private void put(long slice, MergedSlice merged, LoadedMessages loaded, Job.Links links, Results to)
            throws IOException {
        TimeSpan core = core(slice, reference(merged.sniffers()));
        Report report = report(slice, core, loaded, links, merged.sniffers());
        ObjectNode json = slices.isWhole()
                ? ReportJson.of(report)
                : WindowReport.of(slices.core(slice), slices.seen(slice), report);
        NumberedResults records = new NumberedResults(name(slice), to, "messages", "calls", "findings");
        for (JsonNode finding : json.path("findings")) {
            records.put("findings", finding.toString().getBytes(StandardCharsets.UTF_8));
        }
        OtlpWriter.write(report, loaded.details(), MAX_OTLP_BYTES, (otlp, spans) -> records.put("calls", otlp));
        putMessages(core, merged.store(), records);
        putAnswers(slice, report, to);
        if (!slices.isWhole()) {
            json.withObject("/" + ReportHistory.SUMMARY).set("records", records.counts());
        }
        to.put("windows", name(slice), json.toString().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Where time is cut, all slices tell it by one clock as far as they can; null for the one that has most in common
     * with others.
     */
    private @Nullable String reference(List<String> sniffers) {
        String wanted = choice.reference();
        if (wanted.isEmpty() && slices.isWhole()) {
            return null;
        }
        return sniffers.contains(wanted) ? wanted : sniffers.get(0);
    }

    /** What is counted, by the clock that tells the times of this slice. */
    private TimeSpan core(long slice, @Nullable String reference) {
        TimeSpan core = slices.core(slice);
        long ahead = slices.isWhole() || reference == null ? 0 : choice.aheadNanos(reference);
        return ahead == 0 ? core : new TimeSpan(core.fromNanos() + ahead, core.toNanos() + ahead);
    }

    private MergeSettings merge(List<String> sniffers, @Nullable String reference) {
        MergeSettings defaults = MergeSettings.defaults();
        Map<String, Long> ties = new HashMap<>(choice.tiesNanos());
        ties.keySet().retainAll(sniffers);
        long base = reference == null ? 0 : choice.aheadNanos(reference);
        ties.replaceAll((sniffer, ahead) -> ahead - base);
        return new MergeSettings(reference, ties, NatRules.NONE, defaults.temporaryDirectory());
    }

    private Report report(long slice, TimeSpan core, LoadedMessages loaded, Job.Links links, List<String> sniffers) {
        return Job.run(
                new Job.Sources(
                        slices.isWhole() ? Job.heading(sniffers) : "window " + name(slice),
                        loaded.table(),
                        loaded.inputs().stream().map(SliceAnalysis::byName).toList(),
                        notes(loaded, sniffers),
                        loaded.merge(),
                        HostLog.NONE,
                        null),
                core,
                new Job.Choice(this::choose, AnalysisSettings.defaults(), links));
    }

    /**
     * What is told of the messages, and which clocks have moved so far from where the cut has them that a window may
     * soon miss what belongs to it.
     */
    private List<String> notes(LoadedMessages loaded, List<String> sniffers) {
        List<String> notes = new ArrayList<>(loaded.notes());
        MergeResult merge = loaded.merge();
        if (slices.isWhole() || merge == null) {
            return notes;
        }
        long reference = choice.aheadNanos(sniffers.get(merge.reference()));
        long margin = Math.min(slices.beforeNanos(), slices.afterNanos());
        for (MergeResult.SnifferClock clock : merge.clocks()) {
            String sniffer = sniffers.get(clock.sniffer());
            ClockLine line = clock.line();
            long cutNanos = choice.aheadNanos(sniffer) - reference;
            long moved = line == null ? 0 : Math.round(line.offsetAt(clock.atNanos())) - cutNanos;
            if (2 * Math.abs(moved) > margin) {
                notes.add(("The clock of %s is %s %s than when the job compared it, and the margin is %s: stop the job"
                                + " with a savepoint and start it again from there.")
                        .formatted(
                                sniffer,
                                Figures.time(Math.abs(moved)),
                                moved > 0 ? "further ahead" : "further behind",
                                Figures.time(margin)));
            }
        }
        return notes;
    }

    /** Where its documents lay for a while is nothing to tell. */
    private static SnifferRecord byName(SnifferRecord input) {
        return new SnifferRecord(
                input.number(),
                input.name(),
                input.name(),
                input.frames(),
                input.firstNanos(),
                input.lastNanos(),
                input.damage(),
                input.counters());
    }

    /** What a slice is called in keys and headings. */
    public String name(long slice) {
        return slices.isWhole() ? "whole" : WindowId.of(slices.core(slice)).toString();
    }

    private void putAnswers(long slice, Report report, Results to) {
        if (choice.queries().isEmpty()) {
            return;
        }
        EventSet events = QueryRun.events(report);
        TimeSpan core = slices.core(slice);
        new TreeMap<>(choice.queries()).forEach((name, text) -> {
            ObjectNode answer;
            try {
                answer = AnswerJson.of(QueryRun.answer(text, events));
            } catch (QueryException e) {
                answer = JsonNodeFactory.instance.objectNode().put("problem", e.getMessage());
            }
            answer.put("name", name).put("fromNanos", core.fromNanos()).put("toNanos", core.toNanos());
            to.put("queries", name(slice) + "/" + name, answer.toString().getBytes(StandardCharsets.UTF_8));
        });
    }

    private static void putMessages(TimeSpan core, Path store, NumberedResults to) throws IOException {
        try (StoreReader reader = MessageStore.open(store)) {
            reader.read(message -> {
                if (core.holds(SlidingWindows.timeNanos(message))) {
                    to.put("messages", bytes(message));
                }
            });
        }
    }

    private static byte[] bytes(MessageRecord message) {
        byte[] bytes = new byte[MessageCodec.LENGTH];
        message.bytes().get(message.offset(), bytes);
        return bytes;
    }
}
