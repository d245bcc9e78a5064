package io.wirepath.analyze.stream;

import io.wirepath.analyze.CausalAlgorithm;
import io.wirepath.analyze.MessageTable;

/** An algorithm that can go on with what it learnt from earlier windows. Pure and stateless, as every algorithm. */
public interface StreamingAlgorithm extends CausalAlgorithm {

    /**
     * Finds the owners of the calls of one window.
     *
     * @param window the messages of the window; it may overlap the window before, and should reach beyond what will be
     *     used of it by as long as a request usually takes
     * @param decided what is known about its rows; {@link Decided#nothing} where nothing is
     * @param before what earlier windows taught, of messages before this window; {@link CarriedTables#nothing} at first
     */
    WindowAnswer infer(MessageTable window, Decided decided, CarriedTables before);

    /** The same where nothing is known about the rows of the window. */
    default WindowAnswer infer(MessageTable window, CarriedTables before) {
        return infer(window, Decided.nothing(window.size()), before);
    }
}
