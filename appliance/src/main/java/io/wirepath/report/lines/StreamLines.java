package io.wirepath.report.lines;

import io.wirepath.flows.stream.StreamRow;
import io.wirepath.sniffer.CounterSet;
import java.io.IOException;
import java.util.List;

/** Prints the flows of captures, one a line. */
public interface StreamLines {

    /** Prints a flow. */
    void print(StreamRow row) throws IOException;

    /**
     * Prints how a capture fared, after its flows.
     *
     * @param capture its name in the rows
     * @param frames frames read
     * @param fates the fate of every frame; their sum is {@code frames}
     * @param others what else was counted
     */
    void printCounters(String capture, long frames, List<CounterSet.Value> fates, List<CounterSet.Value> others)
            throws IOException;

    /** Hands everything printed to the stream. */
    void flush() throws IOException;
}
