package io.wirepath.causes.explain;

import io.wirepath.causes.LinkTable;
import java.util.List;

/**
 * Links with the explanations that were asked for.
 *
 * @param links all links
 * @param explanations those of the rows that were named first, then by doubt
 */
public record ExplainedLinks(LinkTable links, List<Explanation> explanations) {

    /** Keeps its own copy. */
    public ExplainedLinks {
        explanations = List.copyOf(explanations);
    }
}
