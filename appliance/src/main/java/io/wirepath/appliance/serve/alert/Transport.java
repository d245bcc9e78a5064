package io.wirepath.appliance.serve.alert;

import java.io.Closeable;
import java.io.IOException;

/** How the bodies of an {@link Outbox} get to their receiver. Sends are of one thread; any may close it meanwhile. */
public interface Transport extends Closeable {

    /** The host that bodies are sent to, as lines of the log name it. */
    String host();

    /**
     * Sends a body, and waits until it is known what became of it.
     *
     * @throws IOException where there is no connection: it is to be sent again
     */
    Outcome send(byte[] body) throws IOException, InterruptedException;

    /** Ends what is on its way. */
    @Override
    void close();

    /**
     * What became of a body.
     *
     * @param isDone whether it need not be sent again
     * @param problem why it was not taken, empty where it was
     */
    record Outcome(boolean isDone, String problem) {

        /** The receiver has it. */
        static final Outcome TAKEN = new Outcome(true, "");

        /** It is to be sent again. */
        static Outcome again(String why) {
            return new Outcome(false, why);
        }

        /** The receiver does not want it, however often it is sent. */
        static Outcome refused(String why) {
            return new Outcome(true, why);
        }
    }
}
