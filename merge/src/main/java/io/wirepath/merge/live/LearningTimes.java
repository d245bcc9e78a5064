package io.wirepath.merge.live;

import java.util.List;

/** When clocks and homes are to be learnt again: by how far the sniffers' captures have come. Not thread-safe. */
final class LearningTimes {

    /** While clocks are not known yet, they are looked at this many times as often. */
    private static final int OFTEN = 8;

    private final long solveNanos;
    private long comeNanos;
    private boolean atOnce;

    LearningTimes(long solveNanos) {
        this.solveNanos = solveNanos;
    }

    /** Something changed that the next learning must know of. */
    void isDueAtOnce() {
        atOnce = true;
    }

    /** A sniffer's capture has come to this time of its clock. */
    void progress(long captureNanos, LiveSniffer sniffer) {
        if (sniffer.learntAtNanos == LiveSniffer.NEVER || captureNanos < sniffer.learntAtNanos) {
            sniffer.learntAtNanos = captureNanos;
        }
        comeNanos = Math.max(comeNanos, captureNanos - sniffer.learntAtNanos);
        atOnce |= sniffer.state == MergeStatus.State.WARMING && comeNanos >= solveNanos / OFTEN;
    }

    boolean isDue(boolean warming) {
        return atOnce || comeNanos >= (warming ? solveNanos / OFTEN : solveNanos);
    }

    /** Clocks were learnt of these sniffers. */
    void done(List<LiveSniffer> sniffers) {
        atOnce = false;
        comeNanos = 0;
        sniffers.forEach(sniffer -> sniffer.learntAtNanos = sniffer.progressNanos);
    }
}
