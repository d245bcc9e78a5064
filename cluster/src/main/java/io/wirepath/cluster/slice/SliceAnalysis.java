package io.wirepath.cluster.slice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.AnalysisSettings;
import io.wirepath.analyze.TimeSpan;
import io.wirepath.analyze.explain.Wanted;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.analyze.window.SlidingWindows;
import io.wirepath.appliance.diagnosis.Diagnosis;
import io.wirepath.appliance.report.AnswerJson;
import io.wirepath.appliance.report.CaptureHealth;
import io.wirepath.appliance.report.Report;
import io.wirepath.appliance.report.ReportJson;
import io.wirepath.appliance.report.export.OtlpWriter;
import io.wirepath.appliance.run.AlgorithmChoice.Chosen;
import io.wirepath.appliance.run.Console;
import io.wirepath.appliance.run.LoadedMessages;
import io.wirepath.appliance.run.MergeReading;
import io.wirepath.appliance.run.MessageLoader;
import io.wirepath.appliance.run.QueryRun;
import io.wirepath.appliance.run.StoreDirectory;
import io.wirepath.appliance.run.Version;
import io.wirepath.appliance.serve.WindowReport;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreReader;
import io.wirepath.nat.NatRules;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@code wirepath analyze} does, over the spools of a slice: a pure function of their documents. Each result has a
 * key that says of which slice it is and the how-manieth, so that one made again takes the place of the one before.
 */
public final class SliceAnalysis {

    /** A request of OTLP that a broker takes as one record without settings of its own. */
    private static final int MOST_OTLP_BYTES = 900_000;

    /** Inputs that a heading names, as that of one process does. */
    private static final int MOST_NAMED = 4;

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
     * Merges and analyses a slice.
     *
     * @param slice beginning of its core, or {@link SliceSettings#WHOLE}
     */
    public void run(long slice, SliceSpools spools, Results to) throws IOException {
        List<Path> places = spools.finish();
        List<String> sniffers = places.stream()
                .map(place -> String.valueOf(place.getFileName()))
                .toList();
        try (StoreDirectory store = new StoreDirectory(null);
                PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            Console console = new Console(OutputStream.nullOutputStream(), nowhere, false, false, false);
            @Nullable String reference = reference(sniffers);
            new MergeReading(FlowSettings.defaults(), merge(sniffers, reference), console, false)
                    .intoStore(places.stream().map(Path::toString).toList(), store.path());
            LoadedMessages loaded = new MessageLoader(choice.names()).load(store.path());
            TimeSpan core = core(slice, reference);
            put(slice, report(slice, core, loaded, sniffers), loaded, to);
            putMessages(slice, core, store.path(), to);
        }
    }

    /**
     * Where time is cut, all slices tell it by one clock as far as they can; null for whoever has most in common with
     * others.
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

    private Report report(long slice, TimeSpan core, LoadedMessages loaded, List<String> sniffers) {
        Chosen chosen = choice.inference().choose(loaded.table());
        Analysis analysis =
                Analyzer.analyze(loaded.table(), chosen.algorithm(), AnalysisSettings.defaults(), core, Wanted.NOTHING);
        List<CaptureHealth> inputs =
                loaded.inputs().stream().map(SliceAnalysis::byName).toList();
        return new Report(
                title(slice, sniffers),
                Version.text(),
                Diagnosis.of(analysis, inputs, loaded.merge()),
                inputs,
                chosen.settings(),
                loaded.notes(),
                loaded.merge());
    }

    /** Where its documents lay for a while is nothing to tell. */
    private static CaptureHealth byName(CaptureHealth input) {
        return new CaptureHealth(
                input.sniffer(),
                input.sniffer(),
                input.frames(),
                input.firstNanos(),
                input.lastNanos(),
                input.damage(),
                input.counters());
    }

    private String title(long slice, List<String> sniffers) {
        if (!slices.isWhole()) {
            return "window " + name(slice);
        }
        int shown = Math.min(sniffers.size(), MOST_NAMED);
        String names = String.join(", ", sniffers.subList(0, shown));
        return shown == sniffers.size() ? names : names + " and " + (sniffers.size() - shown) + " more";
    }

    /** What a slice is called in keys and headings. */
    public String name(long slice) {
        return slices.isWhole() ? "whole" : WindowId.of(slices.core(slice)).toString();
    }

    private void put(long slice, Report report, LoadedMessages loaded, Results to) throws IOException {
        ObjectNode json = slices.isWhole()
                ? ReportJson.of(report)
                : WindowReport.of(slices.core(slice), slices.seen(slice), report);
        to.put("windows", name(slice), json.toString().getBytes(StandardCharsets.UTF_8));
        int number = 0;
        for (JsonNode finding : json.path("findings")) {
            to.put("findings", key(slice, number++), finding.toString().getBytes(StandardCharsets.UTF_8));
        }
        int[] batches = {0};
        OtlpWriter.write(
                report, loaded.details(), MOST_OTLP_BYTES, otlp -> to.put("calls", key(slice, batches[0]++), otlp));
        putAnswers(slice, report, to);
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

    private String key(long slice, long number) {
        return "%s/%09d".formatted(name(slice), number);
    }

    private void putMessages(long slice, TimeSpan core, Path store, Results to) throws IOException {
        long[] number = {0};
        try (StoreReader reader = MessageStore.open(store)) {
            reader.read(message -> {
                if (core.holds(SlidingWindows.timeNanos(message))) {
                    to.put("messages", key(slice, number[0]++), bytes(message));
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
