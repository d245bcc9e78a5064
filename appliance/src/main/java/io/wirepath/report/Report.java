package io.wirepath.report;

import io.wirepath.analyze.host.HostLog;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.convolution.PathVertex;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.MergeResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the terminal, HTML, JSON, CSV, Graphviz and OTLP reports show. Holds no present time and no path of
 * this machine besides the inputs' names: the same input gives the same report, to the byte.
 *
 * @param title what was analysed, for a heading
 * @param version version of the program
 * @param analysis what was found
 * @param inputs how each input fared
 * @param settings the settings that shaped the result, by option name
 * @param notes what a reader must know to judge the result, such as clocks that were not reconciled
 * @param merge clocks, homes, translations and losses between sniffers; null where nothing is known of them
 * @param comparison how right the inferred causes are; null where nobody asked
 * @param graphs the graphs of causal paths, one a root, where the algorithm is convolution
 * @param hosts what hosts and applications logged of themselves
 * @param ids identifiers that the site's own programs put into requests; null where nobody asked
 */
public record Report(
        String title,
        String version,
        Analysis analysis,
        List<SnifferRecord> inputs,
        Map<String, String> settings,
        List<String> notes,
        @Nullable MergeResult merge,
        @Nullable ParentComparison comparison,
        List<PathVertex> graphs,
        HostLog hosts,
        @Nullable SiteIds ids) {

    /** A report without comparison. */
    public Report(
            String title,
            String version,
            Analysis analysis,
            List<SnifferRecord> inputs,
            Map<String, String> settings,
            List<String> notes,
            @Nullable MergeResult merge) {
        this(title, version, analysis, inputs, settings, notes, merge, null, List.of(), HostLog.NONE, null);
    }

    /** A report of which nothing is known of the merge. */
    public Report(
            String title,
            String version,
            Analysis analysis,
            List<SnifferRecord> inputs,
            Map<String, String> settings,
            List<String> notes) {
        this(title, version, analysis, inputs, settings, notes, null);
    }

    /** The same with these identifiers. */
    public Report withIds(SiteIds found) {
        return new Report(title, version, analysis, inputs, settings, notes, merge, comparison, graphs, hosts, found);
    }

    /** Names of nodes that have one, by address. */
    public Map<String, String> nodeNames() {
        return analysis.messages().nodes().names();
    }

    /** Names of the sniffers, by number. */
    public List<String> sniffers() {
        return inputs.stream().map(SnifferRecord::name).toList();
    }
}
