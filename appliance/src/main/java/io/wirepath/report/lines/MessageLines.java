package io.wirepath.report.lines;

import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.MessageSink;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Prints messages, one a line; what else a sink is told may add to the lines of the messages that follow. */
public interface MessageLines extends MessageSink {

    /** Prints a message. */
    void print(MessageRecord message) throws IOException;

    @Override
    default void onMessage(MessageRecord message) {
        try {
            print(message);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Hands everything printed to the stream. */
    void flush() throws IOException;
}
