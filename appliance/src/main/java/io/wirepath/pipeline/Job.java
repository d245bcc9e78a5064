package io.wirepath.pipeline;

import io.wirepath.analyze.host.HostLog;
import io.wirepath.analyze.path.RoleMemory;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.convolution.Convolution;
import io.wirepath.causes.convolution.ConvolutionSettings;
import io.wirepath.causes.convolution.PathVertex;
import io.wirepath.causes.explain.ExplainedLinks;
import io.wirepath.causes.explain.ExplainingAlgorithm;
import io.wirepath.causes.explain.ExplanationRequest;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.pipeline.AlgorithmChoice.Chosen;
import io.wirepath.pipeline.diagnosis.Diagnosis;
import io.wirepath.report.ParentComparison;
import io.wirepath.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The one assembly of a report: choose the algorithm, infer the links, aggregate them, hold the findings against the
 * captures. A run of the program, a window of {@code serve}, a part of an index and a slice of the cluster are such
 * jobs; they differ in where messages come from and in what an algorithm may go on from.
 */
public final class Job {

    /** What convolution's links say. */
    private static final String CONVOLUTION =
            "Convolution gives a graph of edges. The score of a link, and of a path made"
                    + " of links, is the share of an edge's messages that fit its delay beyond chance. It is not how"
                    + " likely a link is right: nothing distinguishes two paths with equal delays through a node.";

    /** Inputs that a heading names; of more it tells the number. */
    private static final int MAX_NAMED_INPUTS = 4;

    private Job() {}

    /**
     * What is analysed.
     *
     * @param title heading of the report
     * @param messages the messages
     * @param inputs how each input fared, by number
     * @param notes what a reader must know to judge the messages
     * @param merge what the merge learnt, or null where that is not known
     * @param hosts what hosts and applications logged
     * @param before of sniffers that still run, whose counters are those since each was started: how they had fared
     *     when the window before was complete, as far as that is known; null of inputs that have an end
     */
    public record Sources(
            String title,
            MessageTable messages,
            List<SnifferRecord> inputs,
            List<String> notes,
            @Nullable MergeResult merge,
            HostLog hosts,
            @Nullable List<SnifferRecord> before) {}

    /** Infers the links of messages with the algorithm that was chosen. */
    @FunctionalInterface
    public interface Links {

        /** All that is computed here and now, none explained. */
        Links COMPUTED = explained(ExplanationRequest.NOTHING);

        /** The links. */
        ExplainedLinks of(MessageTable messages, Chosen chosen);

        /** Those of the algorithm, with explanations of some. */
        static Links explained(ExplanationRequest wanted) {
            return (messages, chosen) -> ExplainingAlgorithm.explain(chosen.algorithm(), messages, wanted);
        }
    }

    /**
     * How it is analysed.
     *
     * @param algorithm chooses the algorithm
     * @param paths how path instances are built of the links
     * @param links infers them
     * @param roles in which roles keep their names from job to job
     * @param comparison how right the causes are; gives null where nobody asked
     */
    public record Choice(
            AlgorithmChoice algorithm,
            AnalysisSettings paths,
            Links links,
            RoleMemory roles,
            Function<Analysis, @Nullable ParentComparison> comparison) {

        /** Without a memory, compared with nothing. */
        public Choice(AlgorithmChoice algorithm, AnalysisSettings paths, Links links) {
            this(algorithm, paths, links, new RoleMemory(), analysis -> null);
        }
    }

    /**
     * Analyses.
     *
     * @param counted the part of the time whose calls and paths are counted; what lies around it gives them their
     *     causes and effects
     */
    public static Report run(Sources sources, TimeSpan counted, Choice choice) {
        MessageTable messages = sources.messages();
        Chosen chosen = choice.algorithm().choose(messages);
        List<PathVertex> graphs = List.of();
        List<String> notes = new ArrayList<>(sources.notes());
        if (chosen.algorithm() instanceof Convolution convolution) {
            graphs = convolution.graphs(messages);
            chosen = new Chosen(convolution.over(graphs), chosen.settings());
            notes.add(CONVOLUTION);
            graphs.forEach(
                    graph -> noteBounds(messages.nodes().get(graph.node()).name(), graph, notes));
        }
        Analysis analysis = Analyzer.aggregate(
                chosen.algorithm().name(),
                messages,
                choice.links().of(messages, chosen),
                choice.paths(),
                counted,
                choice.roles());
        return new Report(
                sources.title(),
                Version.text(),
                sources.before() == null
                        ? Diagnosis.of(analysis, sources.inputs(), sources.merge())
                        : Diagnosis.ofRunning(analysis, sources.inputs(), sources.before(), sources.merge()),
                sources.inputs(),
                chosen.settings(),
                List.copyOf(notes),
                sources.merge(),
                choice.comparison().apply(analysis),
                graphs,
                sources.hosts(),
                null);
    }

    private static void noteBounds(String root, PathVertex graph, List<String> notes) {
        if (graph.leftOutBelow() > 0) {
            notes.add("The graph from %s would be too large: edges of fewer than %,d messages are left out."
                    .formatted(root, graph.leftOutBelow()));
        }
        if (graph.pathsThatGoOn() > 0) {
            notes.add("%,d paths of the graph from %s go on past what it follows: an edge a few times, %d edges."
                    .formatted(
                            graph.pathsThatGoOn(),
                            root,
                            ConvolutionSettings.defaults().maxDepth()));
        }
    }

    /** The first of some inputs, and how many more there are: a heading. */
    public static String heading(List<String> inputs) {
        int shown = Math.min(inputs.size(), MAX_NAMED_INPUTS);
        String names = String.join(", ", inputs.subList(0, shown));
        return shown == inputs.size() ? names : names + " and " + (inputs.size() - shown) + " more";
    }
}
