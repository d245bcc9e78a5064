package io.wirepath.causes.explain;

import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;

/** An algorithm that can tell why. The links do not depend on what is to be explained. */
public interface ExplainingAlgorithm extends CausalAlgorithm {

    /** Finds the links, and explains those that are wanted. */
    ExplainedLinks explain(MessageTable messages, ExplanationRequest wanted);

    @Override
    default LinkTable infer(MessageTable messages) {
        return explain(messages, ExplanationRequest.NOTHING).links();
    }

    /** Links and explanations by any algorithm; one that cannot tell why tells at least what it weighed. */
    static ExplainedLinks explain(CausalAlgorithm algorithm, MessageTable messages, ExplanationRequest wanted) {
        if (algorithm instanceof ExplainingAlgorithm explaining) {
            return explaining.explain(messages, wanted);
        }
        LinkTable links = algorithm.infer(messages);
        return new ExplainedLinks(links, LinkExplanations.of(algorithm.name(), messages, links, wanted));
    }
}
