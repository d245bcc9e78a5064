package io.wirepath.appliance.serve;

import java.util.function.Consumer;

/** The tuning of a running service, changed by a signal or the API, and read by the stages. Thread-safe. */
public final class ServeControl {

    private volatile ServeTuning present;
    private final Consumer<String> log;

    /**
     * Starts with this tuning.
     *
     * @param log takes a line for each change
     */
    public ServeControl(ServeTuning tuning, Consumer<String> log) {
        present = tuning;
        this.log = log;
    }

    /** What holds from the next window on. */
    public ServeTuning tuning() {
        return present;
    }

    /**
     * Changes the tuning.
     *
     * @param by who asks for it, for the log
     */
    public synchronized void tune(ServeTuning tuning, String by) {
        ServeTuning before = present;
        present = tuning;
        if (!before.equals(tuning)) {
            log.accept("settings changed by " + by + ": " + tuning + "; before: " + before);
        }
    }
}
