package io.wirepath.appliance.listen;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * How much a log takes of what strangers can make a service say: {@value #MAX_LINES} lines at once and ten a minute
 * from then on, each of {@value #MAX_CHARACTERS} characters without any that command a terminal. What is left out is
 * counted, and the next line tells how much that was. Thread-safe.
 */
public final class LogBudget {

    static final int MAX_LINES = 20;
    static final int MAX_CHARACTERS = 400;
    private static final long NANOS_A_LINE = 6_000_000_000L;

    private final LongSupplier ticker;
    private long fullNanos;
    private long leftOut;

    /**
     * Has the whole budget.
     *
     * @param ticker tells durations, in nanoseconds from anywhere
     */
    public LogBudget(LongSupplier ticker) {
        this.ticker = ticker;
        fullNanos = ticker.getAsLong();
    }

    /** A log that has a budget of its own. */
    public static Consumer<String> of(Consumer<String> log, LongSupplier ticker) {
        LogBudget budget = new LogBudget(ticker);
        return line -> budget.admit(line).ifPresent(log);
    }

    /** The line as it may be written; empty where none may be. */
    public synchronized Optional<String> admit(String line) {
        long now = ticker.getAsLong();
        long full = fullNanos - now < 0 ? now : fullNanos;
        if (full - now > (MAX_LINES - 1) * NANOS_A_LINE) {
            leftOut++;
            return Optional.empty();
        }
        fullNanos = full + NANOS_A_LINE;
        String more = leftOut == 0 ? "" : " (" + leftOut + " lines before it were left out)";
        leftOut = 0;
        return Optional.of(shown(line) + more);
    }

    private static String shown(String line) {
        StringBuilder to = new StringBuilder();
        line.codePoints().limit(MAX_CHARACTERS).forEach(c -> to.appendCodePoint(isPlain(c) ? c : ' '));
        return line.length() > MAX_CHARACTERS ? to + "…" : to.toString();
    }

    private static boolean isPlain(int c) {
        return !Character.isISOControl(c) && Character.getType(c) != Character.FORMAT;
    }
}
