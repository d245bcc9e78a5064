package io.wirepath.appliance.serve;

import io.wirepath.report.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The tuning of a running service, changed by a signal or the API, and read by the stages. Thread-safe. */
public final class ServeControl {

    private volatile ServeTuning present;
    private volatile List<String> asked = List.of();
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
            log.accept("settings changed by " + by + ": " + changes(before, tuning));
        }
    }

    /** Names that were asked for, as {@link ServeTuning#hosts}; another list whenever they are others. */
    public List<String> asked() {
        return asked;
    }

    /** Takes other names that were asked for. */
    public void asked(List<String> lines) {
        asked = lines;
    }

    private static String changes(ServeTuning before, ServeTuning after) {
        List<String> changes = new ArrayList<>();
        add(
                changes,
                "algorithm",
                before.inference().algorithm(),
                after.inference().algorithm());
        add(
                changes,
                "evidence",
                before.inference().evidence(),
                after.inference().evidence());
        add(changes, "seed", before.inference().seed(), after.inference().seed());
        add(
                changes,
                "max-delay",
                time(before.inference().maxDelayNanos()),
                time(after.inference().maxDelayNanos()));
        add(
                changes,
                "options",
                before.inference().options().given(),
                after.inference().options().given());
        add(
                changes,
                "names",
                before.hosts().size() + " lines",
                after.hosts().size() + (before.hosts().equals(after.hosts()) ? " lines" : " other lines"));
        add(
                changes,
                "iterations",
                before.inference().iterations(),
                after.inference().iterations());
        add(
                changes,
                "windows.length",
                time(before.windows().coreNanos()),
                time(after.windows().coreNanos()));
        add(
                changes,
                "windows.before",
                time(before.windows().beforeNanos()),
                time(after.windows().beforeNanos()));
        add(
                changes,
                "windows.after",
                time(before.windows().afterNanos()),
                time(after.windows().afterNanos()));
        return String.join(", ", changes);
    }

    private static void add(List<String> changes, String name, Object before, Object after) {
        if (!before.equals(after)) {
            changes.add(name + " " + before + " → " + after);
        }
    }

    private static String time(long nanos) {
        return Figures.time(nanos);
    }
}
