package io.wirepath.analyze.finding;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Says who does not read as fast as others send: the time for which its receive window was closed (NetLogger, Figure
 * 6). Nothing is lost then, and no network is slow: the sender has to wait until the program reads.
 */
final class ClosedWindows implements Detector {

    private static final long MIN_WAITED_NANOS = 100_000_000;

    /** Of the time of the messages that waited. */
    private static final double MIN_SHARE = 0.25;

    private static final double SHARE_OF_A_PROBLEM = 0.5;
    private static final long NANOS_OF_A_PROBLEM = 1_000_000_000;

    /** What went from one node to another and met a closed window. */
    private static final class Waits {
        private long waitedNanos;
        private long tookNanos;
        private long bytes;
        private int messages;
        private long longestNanos;

        private void add(long waited, long took, long length) {
            waitedNanos += waited;
            tookNanos += Math.max(waited, took);
            bytes += length;
            longestNanos = Math.max(longestNanos, waited);
            messages++;
        }

        private double share() {
            return (double) waitedNanos / Math.max(1, tookNanos);
        }
    }

    @Override
    public List<Finding> detect(DetectorInput input) {
        MessageTable messages = input.messages();
        Map<Long, Waits> pairs = new TreeMap<>();
        for (int row = 0; row < messages.size(); row++) {
            long waited = messages.zeroWindowNanos(row);
            if (waited > 0) {
                boolean timed =
                        messages.sentNanos(row) != MessageTable.NIL && messages.receivedNanos(row) != MessageTable.NIL;
                long took = timed ? messages.receivedNanos(row) - messages.sentNanos(row) : waited;
                pairs.computeIfAbsent(
                                KeyNumbers.pair(messages.source(row), messages.destination(row)), unseen -> new Waits())
                        .add(waited, took, messages.lengthBytes(row));
            }
        }
        List<Finding> findings = new ArrayList<>();
        pairs.forEach((pair, waits) -> {
            if (waits.waitedNanos >= MIN_WAITED_NANOS && waits.share() >= MIN_SHARE) {
                findings.add(finding(input.name((int) (pair >>> Integer.SIZE)), input.name((int) (long) pair), waits));
            }
        });
        findings.sort((one, other) -> Double.compare(other.effectNanos(), one.effectNanos()));
        return findings;
    }

    private static Finding finding(String sender, String receiver, Waits waits) {
        boolean isProblem = waits.share() >= SHARE_OF_A_PROBLEM && waits.waitedNanos >= NANOS_OF_A_PROBLEM;
        return new Finding(
                isProblem ? Finding.Severity.PROBLEM : Finding.Severity.NOTICE,
                "closed-windows",
                receiver + " does not read as fast as " + sender + " sends: " + DelayText.share(waits.share())
                        + " of the time of " + waits.messages + (waits.messages == 1 ? " message" : " messages")
                        + " is a closed receive window",
                DelayText.of((double) waits.waitedNanos) + " of " + DelayText.of((double) waits.tookNanos) + ", "
                        + DelayText.of((double) waits.longestNanos) + " at most in one message; " + waits.bytes
                        + " bytes. Nothing is lost: " + sender + " waits until the program at " + receiver
                        + " reads. Look at what that program does meanwhile, or at the size of its buffer.",
                List.of(receiver, sender),
                waits.waitedNanos,
                0);
    }
}
