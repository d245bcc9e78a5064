package io.wirepath.appliance.lines;

import io.wirepath.flows.stream.StreamRow;
import java.io.IOException;

/** Prints the flows of captures, one a line. */
public interface StreamLines {

    /** Prints a flow. */
    void print(StreamRow row) throws IOException;

    /** Hands everything printed to the stream. */
    void flush() throws IOException;
}
