package io.wirepath.cluster.slice;

import io.wirepath.appliance.serve.query.StandingQuery;
import io.wirepath.pipeline.Inference;
import io.wirepath.pipeline.NameFile;
import io.wirepath.pipeline.NodeNames;
import io.wirepath.pipeline.QueryRun;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an operator says of the merge and the analysis, in a form that travels.
 *
 * @param algorithm as {@link Inference#algorithm()} takes it
 * @param seed start of joint's random numbers
 * @param reference sniffer whose clock is right; empty for one that is chosen
 * @param tiesNanos how far a sniffer's clock is ahead of the reference's
 * @param hosts lines of {@link NameFile#lines}; the names that they give win over those that were seen
 * @param queries queries that are asked of each window, by name
 */
public record AnalysisChoice(
        String algorithm,
        long seed,
        String reference,
        Map<String, Long> tiesNanos,
        List<String> hosts,
        Map<String, String> queries)
        implements Serializable {

    /**
     * Copies what may change.
     *
     * @throws io.wirepath.analyze.query.language.QueryException where a query has a mistake
     */
    public AnalysisChoice {
        tiesNanos = new HashMap<>(tiesNanos);
        hosts = new ArrayList<>(hosts);
        queries = new HashMap<>(queries);
        queries.forEach((name, text) -> {
            StandingQuery named = new StandingQuery(name, text, 0);
            QueryRun.check(named.text());
        });
    }

    /** What one process does where nothing is said. */
    public static AnalysisChoice defaults() {
        Inference inference = Inference.defaults();
        return new AnalysisChoice(inference.algorithm(), inference.seed(), "", Map.of(), List.of(), Map.of());
    }

    /** The same with these lines of {@link NameFile#lines}. */
    public AnalysisChoice withHosts(List<String> lines) {
        return new AnalysisChoice(algorithm, seed, reference, tiesNanos, lines, queries);
    }

    /** The same with clocks that are so far ahead. */
    public AnalysisChoice withTies(Map<String, Long> nanos) {
        return new AnalysisChoice(algorithm, seed, reference, nanos, hosts, queries);
    }

    /** The same with these queries. */
    public AnalysisChoice withQueries(Map<String, String> asked) {
        return new AnalysisChoice(algorithm, seed, reference, tiesNanos, hosts, asked);
    }

    /** How far the clock of a sniffer is ahead. */
    public long aheadNanos(String sniffer) {
        return tiesNanos.getOrDefault(sniffer, 0L);
    }

    Inference inference() {
        Inference defaults = Inference.defaults();
        return new Inference(algorithm, defaults.evidence(), seed, defaults.maxDelayNanos(), defaults.iterations());
    }

    NodeNames names() {
        NodeNames names = new NodeNames();
        NameFile.read(hosts, "names", names);
        return names;
    }
}
