package io.wirepath.sniffer.live;

/**
 * How fast a capture file is given out.
 *
 * @param factor seconds of the capture in a second; infinite for as fast as it can be read
 */
public record ReplaySpeed(double factor) {

    /** As fast as it was recorded. */
    public static final ReplaySpeed REAL = new ReplaySpeed(1);

    /** As fast as it can be read. */
    public static final ReplaySpeed MAX = new ReplaySpeed(Double.POSITIVE_INFINITY);

    /** Refuses what is no speed. */
    public ReplaySpeed {
        if (!(factor > 0)) {
            throw new IllegalArgumentException("the pace must be greater than 0, not " + factor);
        }
    }

    /**
     * Reads {@code real}, {@code max}, or a factor such as {@code x10} or {@code x0.5}.
     *
     * @throws IllegalArgumentException for anything else, with a line for a person
     */
    public static ReplaySpeed parse(String text) {
        if (text.equals("real")) {
            return REAL;
        }
        if (text.equals("max")) {
            return MAX;
        }
        try {
            if (text.startsWith("x")) {
                return new ReplaySpeed(Double.parseDouble(text.substring(1)));
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(refusal(text), e);
        }
        throw new IllegalArgumentException(refusal(text));
    }

    private static String refusal(String text) {
        return "'" + text + "' is not a pace; give real, max, or a factor such as x10";
    }

    /** Whether nothing is waited for. */
    boolean isUnlimited() {
        return Double.isInfinite(factor);
    }

    /** How long a stretch of the capture takes. */
    long toWait(long captureNanos) {
        return (long) (captureNanos / factor);
    }

    /** How much of the capture passes in some time. */
    long toCapture(long waitedNanos) {
        return (long) (waitedNanos * factor);
    }
}
