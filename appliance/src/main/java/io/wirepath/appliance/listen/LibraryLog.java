package io.wirepath.appliance.listen;

import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Turns what libraries log by java.util.logging (gRPC does) into lines of a service's own log: a warning is a line,
 * whatever stack trace comes with it, within a {@link LogBudget}, and the rest, such as a connection that was cut, is
 * told better elsewhere. Thread-safe.
 */
public final class LibraryLog extends Handler {

    private final SimpleFormatter formatter = new SimpleFormatter();
    private final Consumer<String> to;

    LibraryLog(Consumer<String> to) {
        this.to = LogBudget.of(to, System::nanoTime);
        setLevel(Level.WARNING);
    }

    /** Has all libraries of this process write to this log from now on. */
    public static void routeTo(Consumer<String> log) {
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.setLevel(Level.WARNING);
        root.addHandler(new LibraryLog(log));
        LibraryLines.begin();
    }

    @Override
    public void publish(LogRecord said) {
        if (isLoggable(said)) {
            to.accept(line(said));
        }
    }

    private String line(LogRecord said) {
        String name = String.valueOf(said.getLoggerName());
        String line = name.substring(name.lastIndexOf('.') + 1) + ": " + formatter.formatMessage(said);
        Throwable thrown = said.getThrown();
        return thrown == null ? line : line + " (" + thrown + ")";
    }

    @Override
    public void flush() {
        // every line is written at once
    }

    @Override
    public void close() {
        // the log is the service's
    }
}
