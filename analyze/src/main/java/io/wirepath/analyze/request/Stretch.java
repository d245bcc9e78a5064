package io.wirepath.analyze.request;

/**
 * A stretch of a request's critical path.
 *
 * @param cause what it was spent on
 * @param call the call that was served, asked or answered meanwhile
 * @param row the message that was on its way, or {@link io.wirepath.causes.MessageTable#NONE}
 * @param fromNanos when it began, nanoseconds since the epoch
 * @param toNanos when it ended
 */
public record Stretch(Cause cause, int call, int row, long fromNanos, long toNanos) {

    /** How long it took. */
    public long nanos() {
        return toNanos - fromNanos;
    }
}
