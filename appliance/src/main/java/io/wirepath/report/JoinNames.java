package io.wirepath.report;

import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.fanin.Join;
import java.util.HashSet;
import java.util.Set;

/** Under which names joins appear in paths: the node's own, and that of its role. */
public final class JoinNames {

    /** What stands behind the name of a join where people read it. */
    public static final String MARK = " ⋈";

    private JoinNames() {}

    /** All of them. */
    public static Set<String> of(Analysis analysis) {
        Set<String> names = new HashSet<>();
        for (Join join : analysis.joins().all()) {
            names.add(analysis.messages().nodes().get(join.node()).name());
        }
        for (NodeSummary node : analysis.nodes()) {
            if (analysis.joins().atJoin()[node.node()]) {
                names.add(node.role());
            }
        }
        return names;
    }
}
