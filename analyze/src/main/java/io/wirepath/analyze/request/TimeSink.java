package io.wirepath.analyze.request;

/** Takes the stretches of a critical path; they never overlap, and together they are the whole of it. */
@FunctionalInterface
public interface TimeSink {

    /**
     * Takes a stretch.
     *
     * @param cause what it was spent on
     * @param call the call that was served, asked or answered meanwhile
     * @param row the message that was on its way, or {@link io.wirepath.causes.MessageTable#NONE}
     */
    void add(Cause cause, int call, int row, long fromNanos, long toNanos);
}
