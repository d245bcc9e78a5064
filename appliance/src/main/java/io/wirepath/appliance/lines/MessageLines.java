package io.wirepath.appliance.lines;

import io.wirepath.merge.MessageRecord;
import java.io.IOException;

/** Prints messages, one a line. */
public interface MessageLines {

    /** Prints a message. */
    void print(MessageRecord message) throws IOException;

    /** Hands everything printed to the stream. */
    void flush() throws IOException;
}
