package io.wirepath.analyze.whole;

import io.wirepath.analyze.delay.NodeDelays;
import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.finding.DetectorInput;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.finding.Findings;
import io.wirepath.analyze.incident.Incidents;
import io.wirepath.analyze.incident.Surroundings;
import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.path.FixedPorts;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternBuilder;
import io.wirepath.analyze.path.PatternTable;
import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.analyze.path.RoleMemory;
import io.wirepath.analyze.path.WholeTrees;
import io.wirepath.analyze.series.Intervals;
import io.wirepath.analyze.series.SeriesBuilder;
import io.wirepath.analyze.series.SeriesTable;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.explain.ExplainedLinks;
import io.wirepath.causes.explain.ExplainingAlgorithm;
import io.wirepath.causes.explain.ExplanationRequest;
import io.wirepath.causes.fanin.Joins;
import io.wirepath.causes.linking.PairingDoubt;
import java.util.List;

/** The whole analysis: messages in, everything that a report shows out. Pure and thread-safe. */
public final class Analyzer {

    private Analyzer() {}

    /** Infers the links with this algorithm and aggregates them. */
    public static Analysis analyze(MessageTable messages, CausalAlgorithm algorithm, AnalysisSettings settings) {
        return analyze(messages, algorithm, settings, TimeSpan.ALWAYS);
    }

    /**
     * Infers the links of all messages, and counts the paths and calls that began in a part of their time. The rest
     * gives what is counted its causes and effects, and takes part in the findings.
     */
    public static Analysis analyze(
            MessageTable messages, CausalAlgorithm algorithm, AnalysisSettings settings, TimeSpan counted) {
        return analyze(messages, algorithm, settings, counted, ExplanationRequest.NOTHING);
    }

    /** The same, with explanations of some links. */
    public static Analysis analyze(
            MessageTable messages,
            CausalAlgorithm algorithm,
            AnalysisSettings settings,
            TimeSpan counted,
            ExplanationRequest wanted) {
        ExplainedLinks explained = ExplainingAlgorithm.explain(algorithm, messages, wanted);
        return aggregate(algorithm.name(), messages, explained, settings, counted);
    }

    /** Aggregates links that were inferred already: what a service does that carries tables from window to window. */
    public static Analysis aggregate(
            String algorithm,
            MessageTable messages,
            ExplainedLinks explained,
            AnalysisSettings settings,
            TimeSpan counted) {
        return aggregate(algorithm, messages, explained, settings, counted, new RoleMemory());
    }

    /** The same; roles keep their names in the memory, which takes part in nothing else. */
    public static Analysis aggregate(
            String algorithm,
            MessageTable messages,
            ExplainedLinks explained,
            AnalysisSettings settings,
            TimeSpan counted,
            RoleMemory memory) {
        LinkTable links = PairingDoubt.of(messages, explained.links());
        CallTable calls = CallForest.of(messages, links);
        FixedPorts ports = FixedPorts.of(messages, calls, settings);
        RoleAggregation roles = RoleAggregation.of(messages, calls, ports, memory);
        Joins joins = Joins.of(messages, calls, roles::name);
        ServedCalls served = new ServedCalls(messages, calls);
        List<NodeSummary> nodes = NodeDelays.summaries(messages, calls, served, counted, roles::name, ports::isClient);
        PatternTable table = new PatternBuilder(
                        messages, links, ports, roles, new WholeTrees(messages, links, calls), settings)
                .build(counted);
        List<PathPattern> patterns = table.patterns();
        Surroundings surroundings = Surroundings.of(messages, calls, served, roles.roles(), TimeSpan.ALWAYS);
        DetectorInput input = new DetectorInput(
                messages,
                links,
                calls,
                served,
                patterns,
                table.rootsOfPatterns(),
                table.paths(),
                table.cutPaths(),
                nodes,
                roles.roles(),
                joins,
                surroundings,
                Incidents.of(surroundings));
        Intervals intervals = Intervals.of(messages, counted, settings.intervalNanos());
        SeriesTable series = new SeriesBuilder(messages, calls, served, counted, intervals)
                .build(roles.roles(), table.rootsOfPatterns());
        List<Finding> findings = Findings.of(input);
        return new Analysis(
                algorithm,
                messages,
                counted,
                links,
                calls,
                patterns,
                table,
                nodes,
                roles.roles(),
                joins,
                series,
                findings,
                explained.explanations());
    }
}
