package io.wirepath.causes.window;

import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.budget.Callers;
import io.wirepath.causes.budget.SharedRoom;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream of messages into windows that overlap ({@link io.wirepath.causes.window}).
 *
 * <p>Messages come in nearly any order; a watermark tells up to when all have come. Windows are given out in order of
 * time, each once, as soon as the watermark has passed their end; those whose core holds nothing are not. Memory is
 * bounded by {@code maxHeldBytes}: as it gets short, messages of who calls most are left out first ({@link SharedRoom})
 * and counted. Not thread-safe.
 */
public final class SlidingWindows {

    /** A message so far ahead of the watermark has a wrong clock, and would be held for ever. */
    public static final long MAX_AHEAD_NANOS = 3_600_000_000_000L;

    private static final long BUCKET_NANOS = 1_000_000_000L;

    private final CounterSet<WindowCounter> counters = new CounterSet<>(WindowCounter.class);
    private final TreeMap<Long, RecordBucket> buckets = new TreeMap<>();
    private final Callers callers = new Callers();
    private final SharedRoom room;
    private WindowSettings settings;
    private long heldBytes;
    private long leftOutElsewhere;
    private long countedToNanos = Long.MIN_VALUE;
    private long watermarkNanos = Long.MIN_VALUE;

    /**
     * Starts without messages.
     *
     * @param maxHeldBytes memory that the messages of windows not yet given out may take
     */
    public SlidingWindows(WindowSettings settings, long maxHeldBytes) {
        this.settings = settings;
        room = new SharedRoom(maxHeldBytes / MessageCodec.LENGTH);
    }

    /** The one time that every message has: when it was sent, or received where nobody saw the sending. */
    public static long timeNanos(MessageRecord message) {
        return message.sentNanos() != MessageCodec.NIL ? message.sentNanos() : message.receivedNanos();
    }

    /** Goes on after windows that were given out before, to which belongs everything earlier than this. */
    public void resume(long countedToNanos) {
        this.countedToNanos = Math.max(this.countedToNanos, countedToNanos);
    }

    /** Cuts windows otherwise from the next one on; what was counted stays counted once. */
    public void change(WindowSettings other) {
        settings = other;
        forget();
    }

    /** Takes a message; its record is copied. */
    public void offer(MessageRecord message) {
        counters.increment(WindowCounter.MESSAGES_WINDOWED);
        long nanos = timeNanos(message);
        if (nanos < countedToNanos) {
            counters.increment(WindowCounter.MESSAGES_LATE);
        }
        hold(nanos, message);
    }

    /** Takes a message of a window that was given out before, for it is in the margin of the next. */
    public void offerAgain(MessageRecord message) {
        hold(timeNanos(message), message);
    }

    private void hold(long nanos, MessageRecord message) {
        if (nanos < earliestNanos()) {
            return;
        }
        if (watermarkNanos != Long.MIN_VALUE && nanos - watermarkNanos > MAX_AHEAD_NANOS) {
            counters.increment(WindowCounter.MESSAGES_AHEAD);
            return;
        }
        long share = callers.share(message);
        if (!room.take(share)) {
            leaveOut(nanos);
            return;
        }
        RecordBucket bucket = buckets.computeIfAbsent(Math.floorDiv(nanos, BUCKET_NANOS), unseen -> {
            RecordBucket opened = new RecordBucket();
            heldBytes += opened.heldBytes();
            return opened;
        });
        heldBytes += bucket.add(message, share);
    }

    /** Counts a message in the window to which it belongs, or where that holds nothing of its second, in the next. */
    private void leaveOut(long nanos) {
        counters.increment(WindowCounter.MESSAGES_OVER_BOUND);
        RecordBucket bucket = buckets.get(bucket(nanos));
        if (bucket == null) {
            leftOutElsewhere++;
        } else {
            bucket.leaveOut();
        }
    }

    /** Says that all messages before this time have come, and gives out the windows that are complete by that. */
    public void advance(long completeToNanos, Consumer<WindowMessages> to) {
        if (completeToNanos <= watermarkNanos) {
            return;
        }
        watermarkNanos = completeToNanos;
        while (!buckets.isEmpty()) {
            TimeSpan core = nextCore();
            if (core == null || settings.around(core).toNanos() > watermarkNanos) {
                return;
            }
            giveOut(core, to);
        }
    }

    /** Gives out what there is: no message comes any more. */
    public void finish(Consumer<WindowMessages> to) {
        for (TimeSpan core = nextCore(); core != null; core = nextCore()) {
            giveOut(core, to);
        }
    }

    /** Memory that the messages held take. */
    public long heldBytes() {
        return heldBytes;
    }

    /** Up to here everything was given out; Long.MIN_VALUE before the first window. */
    public long countedToNanos() {
        return countedToNanos;
    }

    /** What was counted. */
    public CounterSet<WindowCounter> counters() {
        return counters;
    }

    /**
     * What is held of the time before this moment, as far back as the margins of a window and this much more. It counts
     * nothing, and is not taken out.
     */
    public WindowMessages look(long toNanos, long moreNanos) {
        long from = toNanos - settings.beforeNanos() - settings.afterNanos() - moreNanos;
        TimeSpan seen = new TimeSpan(Math.min(toNanos, Math.max(from, earliestNanos())), toNanos);
        return new WindowMessages(seen, seen, pieces(seen), 0);
    }

    private List<RecordBucket.Piece> pieces(TimeSpan whole) {
        List<RecordBucket.Piece> pieces = new ArrayList<>();
        buckets.subMap(bucket(whole.fromNanos()), true, bucket(whole.toNanos()), true)
                .values()
                .forEach(bucket -> pieces.addAll(bucket.snapshot()));
        return pieces;
    }

    private void giveOut(TimeSpan core, Consumer<WindowMessages> to) {
        TimeSpan whole = settings.around(core);
        List<RecordBucket.Piece> pieces = pieces(whole);
        long leftOut = leftOutElsewhere;
        for (RecordBucket bucket :
                buckets.subMap(bucket(core.fromNanos()), bucket(core.toNanos())).values()) {
            leftOut += bucket.leftOut();
        }
        leftOutElsewhere = 0;
        countedToNanos = core.toNanos();
        callers.age();
        counters.increment(WindowCounter.WINDOWS_CLOSED);
        forget();
        to.accept(new WindowMessages(core, whole, pieces, leftOut));
    }

    /** The first core after those given out that holds anything, or null. Cores begin with a bucket. */
    private @Nullable TimeSpan nextCore() {
        Long first = buckets.ceilingKey(bucket(countedToNanos));
        if (first == null) {
            return null;
        }
        return settings.coreFrom(Math.max(countedToNanos, settings.gridNanos(first * BUCKET_NANOS)));
    }

    private long earliestNanos() {
        return countedToNanos == Long.MIN_VALUE ? Long.MIN_VALUE : countedToNanos - settings.beforeNanos();
    }

    private void forget() {
        if (countedToNanos == Long.MIN_VALUE) {
            return;
        }
        var past = buckets.headMap(bucket(earliestNanos()));
        past.values().forEach(bucket -> {
            heldBytes -= bucket.heldBytes();
            bucket.forEachShare(room::giveBack);
        });
        past.clear();
    }

    private static long bucket(long nanos) {
        return Math.floorDiv(nanos, BUCKET_NANOS);
    }
}
