package io.wirepath.causes.incremental;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.explain.ExplainedLinks;
import io.wirepath.causes.explain.ExplainingAlgorithm;
import io.wirepath.causes.explain.ExplanationRequest;

/** An algorithm that can go on with what it learnt from earlier windows. Pure and stateless, as every algorithm. */
public interface StreamingAlgorithm extends ExplainingAlgorithm {

    /**
     * Finds the owners of the calls of one window.
     *
     * @param window the messages of the window; it may overlap the window before, and should reach beyond what will be
     *     used of it by as long as a request usually takes
     * @param decided what is known about its rows; {@link Decided#nothing} where nothing is
     * @param before what earlier windows taught, of messages before this window; {@link CarriedTables#nothing} at first
     * @param wanted which of its rows are to be explained
     */
    WindowAnswer infer(MessageTable window, Decided decided, CarriedTables before, ExplanationRequest wanted);

    /** The same where nothing is to be explained. */
    default WindowAnswer infer(MessageTable window, Decided decided, CarriedTables before) {
        return infer(window, decided, before, ExplanationRequest.NOTHING);
    }

    /** The same where nothing is known about the rows of the window. */
    default WindowAnswer infer(MessageTable window, CarriedTables before) {
        return infer(window, Decided.nothing(window.size()), before);
    }

    @Override
    default ExplainedLinks explain(MessageTable messages, ExplanationRequest wanted) {
        WindowAnswer answer = infer(messages, Decided.nothing(messages.size()), CarriedTables.nothing(), wanted);
        return new ExplainedLinks(answer.links(), answer.explanations());
    }
}
