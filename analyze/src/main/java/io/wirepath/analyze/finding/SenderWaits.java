package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Says whose messages wait for their receiver though nothing is lost and no network is slow: it does not read as fast
 * as others send, so that its receive window is closed (NetLogger, Figure 6), or it delays the acknowledgment for which
 * the sender holds a part of each message back (RFC 9293 §3.7.4). The latter is an estimate, and no problem: the
 * program may have written that part only while the acknowledgment was awaited.
 */
final class SenderWaits implements Detector {

    private static final long MIN_WAITED_NANOS = 100_000_000;

    /** What a sender may wait for. */
    private enum Kind {
        CLOSED_WINDOW("closed-windows") {
            @Override
            long waited(MessageTable messages, int row) {
                return messages.zeroWindowNanos(row);
            }

            @Override
            String title(String sender, String receiver, String part, String messages) {
                return receiver + " does not read as fast as " + sender + " sends: " + part + " of the time of "
                        + messages + " is a closed receive window";
            }

            @Override
            String advice(String sender, String receiver) {
                return sender + " waits until the program at " + receiver
                        + " reads. Look at what that program does meanwhile, or at the size of its buffer.";
            }
        },
        DELAYED_ACKNOWLEDGMENT("delayed-acknowledgments") {
            @Override
            long waited(MessageTable messages, int row) {
                return messages.acknowledgmentWaitNanos(row);
            }

            @Override
            String title(String sender, String receiver, String part, String messages) {
                return sender + " sends messages in parts and goes on when a delayed acknowledgment of " + receiver
                        + " comes: about " + part + " of the time of " + messages;
            }

            @Override
            String advice(String sender, String receiver) {
                return "Nagle's algorithm at " + sender + " holds back what is written meanwhile until " + receiver
                        + " acknowledges what came before. What " + sender + " pauses by itself is taken off as far as"
                        + " packets show it. Let it write a message at once, or set TCP_NODELAY.";
            }
        };

        private final String id;

        Kind(String id) {
            this.id = id;
        }

        abstract long waited(MessageTable messages, int row);

        abstract String title(String sender, String receiver, String part, String messages);

        abstract String advice(String sender, String receiver);
    }

    /** What went from one node to another and waited. */
    private static final class Waits {
        private long waitedNanos;
        private long tookNanos;
        private long bytes;
        private int messages;
        private long longestNanos;

        /** Whether it is known of each how long it took. */
        private boolean timed = true;

        private void add(long waited, long took, long length) {
            waitedNanos += waited;
            timed &= took != MessageTable.NIL;
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
        List<Finding> findings = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            waits(input.messages(), kind).forEach((pair, waits) -> {
                if (waits.waitedNanos >= MIN_WAITED_NANOS && waits.share() >= DetectorInput.MUCH) {
                    findings.add(finding(
                            kind, input.name((int) (pair >>> Integer.SIZE)), input.name((int) (long) pair), waits));
                }
            });
        }
        findings.sort((one, other) -> Double.compare(other.effectNanos(), one.effectNanos()));
        return findings;
    }

    /** By who sends and who receives. */
    private static Map<Long, Waits> waits(MessageTable messages, Kind kind) {
        Map<Long, Waits> pairs = new TreeMap<>();
        for (int row = 0; row < messages.size(); row++) {
            long waited = kind.waited(messages, row);
            if (waited > 0) {
                boolean timed =
                        messages.sentNanos(row) != MessageTable.NIL && messages.receivedNanos(row) != MessageTable.NIL;
                long took = timed ? messages.receivedNanos(row) - messages.sentNanos(row) : MessageTable.NIL;
                pairs.computeIfAbsent(
                                KeyNumbers.pair(messages.source(row), messages.destination(row)), unseen -> new Waits())
                        .add(waited, took, messages.lengthBytes(row));
            }
        }
        return pairs;
    }

    private static Finding finding(Kind kind, String sender, String receiver, Waits waits) {
        boolean isProblem = kind == Kind.CLOSED_WINDOW
                && waits.share() >= ChangeModel.MOST
                && waits.waitedNanos >= DetectorInput.NANOS_OF_A_PROBLEM;
        String messages = waits.messages + (waits.messages == 1 ? " message" : " messages");
        String waited = DelayText.of((double) waits.waitedNanos);
        return new Finding(
                isProblem ? Finding.Severity.PROBLEM : Finding.Severity.NOTICE,
                kind.id,
                kind.title(sender, receiver, waits.timed ? DelayText.share(waits.share()) : waited, messages),
                waited + (waits.timed ? " of " + DelayText.of((double) waits.tookNanos) : "") + ", "
                        + DelayText.of((double) waits.longestNanos) + " at most in one message; " + waits.bytes
                        + " bytes. Nothing is lost: " + kind.advice(sender, receiver),
                List.of(receiver, sender),
                waits.waitedNanos,
                0);
    }
}
