package io.wirepath.analyze.change;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.TimeOrder;
import io.wirepath.flows.Median;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.agrona.collections.LongArrayList;

/**
 * One quantity, observed again and again: when, of what kind, and how much. Kinds are compared only with their like.
 * Not thread-safe while it is filled.
 */
public final class Observations {

    private static final int INITIAL = 16;
    private static final double LOADS_PER_OCTAVE = 2;

    /** Class of so many open requests. */
    private static final byte[] LOADS = loads(1 << 10);

    private static final double SECOND = 1e9;

    /** Made for something that is not known. */
    static final int NO_CAUSE = -1;

    /** Fibonacci hashing: the highest bit of its multiples changes as by chance. */
    private static final int SCATTER = 0x9e37_79b9;

    private final KeyNumbers kinds = new KeyNumbers();
    private final LongArrayList keys = new LongArrayList();
    private long[] nanos;
    private int[] kind;
    private double[] value;
    private byte[] load;

    /** What each was made for; empty where nobody told. */
    private int[] cause = {};

    private int size;

    /** None yet. */
    public Observations() {
        this(INITIAL);
    }

    /** Room for so many. */
    private Observations(int capacity) {
        nanos = new long[capacity];
        kind = new int[capacity];
        value = new double[capacity];
        load = new byte[capacity];
    }

    /**
     * Adds an observation, not earlier than the one before.
     *
     * @param atNanos when, ns since the epoch
     * @param kindKey any number that is the same for those that may be compared
     * @param own the value, in any unit
     * @param inFlight requests that the server had open then; 0 where that has no meaning
     */
    public void add(long atNanos, long kindKey, double own, int inFlight) {
        append(atNanos, numberOf(kindKey), own, loadOf(inFlight), NO_CAUSE);
    }

    /** The same, made for something, by number: what is made for one thing is one witness. */
    public void add(long atNanos, long kindKey, double own, int inFlight, int madeFor) {
        append(atNanos, numberOf(kindKey), own, loadOf(inFlight), madeFor);
    }

    private static byte[] loads(int number) {
        byte[] loads = new byte[number];
        for (int inFlight = 0; inFlight < number; inFlight++) {
            loads[inFlight] = computedLoad(inFlight);
        }
        return loads;
    }

    private static byte computedLoad(int inFlight) {
        return (byte) Math.round(LOADS_PER_OCTAVE * Math.log(1 + inFlight) / Math.log(2));
    }

    private static byte loadOf(int inFlight) {
        return inFlight < LOADS.length ? LOADS[inFlight] : computedLoad(inFlight);
    }

    private int numberOf(long kindKey) {
        int number = kinds.of(kindKey);
        if (number == keys.size()) {
            keys.addLong(kindKey);
        }
        return number;
    }

    private void append(long atNanos, int ofKind, double own, byte ofLoad, int madeFor) {
        if (size == nanos.length) {
            int more = Math.max(INITIAL, 2 * size);
            nanos = Arrays.copyOf(nanos, more);
            kind = Arrays.copyOf(kind, more);
            value = Arrays.copyOf(value, more);
            load = Arrays.copyOf(load, more);
        }
        if (madeFor != NO_CAUSE && cause.length < nanos.length) {
            int known = cause.length;
            cause = Arrays.copyOf(cause, nanos.length);
            Arrays.fill(cause, known, cause.length, NO_CAUSE);
        }
        if (size < cause.length) {
            cause[size] = madeFor;
        }
        nanos[size] = atNanos;
        kind[size] = ofKind;
        load[size] = ofLoad;
        value[size++] = own;
    }

    /** What this one was made for; {@link #NO_CAUSE} where nobody told. */
    int cause(int at) {
        return at < cause.length ? cause[at] : NO_CAUSE;
    }

    /** Adds another value, of this kind, at the moment and the load of an observation of another series. */
    void addLike(Observations other, int at, long kindKey, double own) {
        append(other.nanos[at], numberOf(kindKey), own, other.load[at], other.cause(at));
    }

    /**
     * Adds an observation of another series as it is.
     *
     * @param number the number that each of its kinds has here, {@link KeyNumbers#UNKNOWN} until it is seen
     */
    private void addSame(Observations other, int at, int[] number) {
        int own = other.kind[at];
        if (number[own] == KeyNumbers.UNKNOWN) {
            number[own] = numberOf(other.kindKey(at));
        }
        append(other.nanos[at], number[own], other.value[at], other.load[at], other.cause(at));
    }

    /** None of the kinds is known in another series yet. */
    private int[] unknownKinds() {
        int[] number = new int[kinds()];
        Arrays.fill(number, KeyNumbers.UNKNOWN);
        return number;
    }

    /** Number of observations. */
    public int size() {
        return size;
    }

    /** When this one was made, ns since the epoch. */
    public long nanos(int at) {
        return nanos[at];
    }

    /** What its kind was added as: the same in other series. */
    public long kindKey(int at) {
        return keys.getLong(kind[at]);
    }

    /** Number of its kind, from 0. */
    public int kind(int at) {
        return kind[at];
    }

    /** Number of kinds. */
    public int kinds() {
        return kinds.size();
    }

    /** How many requests the server had open then: classes of half an octave, from 0 for nothing. */
    int load(int at) {
        return load[at];
    }

    /** Observations a second at the changed level. */
    public double perSecond(Change change) {
        return perSecond(change::isWithin, span(change, true));
    }

    /** Observations a second in the time that the change is compared with. */
    public double perSecondElsewhere(Change change) {
        return perSecond(change::isReference, span(change, false));
    }

    /** Sum of all values. */
    public double sum() {
        return IntStream.range(0, size).mapToDouble(at -> value[at]).sum();
    }

    /** One of each two, now the first and now the second, so that of kinds that take turns none is left out. */
    public Observations half() {
        Observations half = new Observations((size + 1) / 2);
        int[] number = unknownKinds();
        for (int at = 0; at < size; at += 2) {
            half.addSame(this, Math.min(size - 1, at + (at * SCATTER >>> Integer.SIZE - 1)), number);
        }
        return half;
    }

    /**
     * These, or of more than {@value ChangeModel#MAX_OBSERVATIONS} so many parts that no more are left: more tell
     * hardly more.
     */
    Observations bounded() {
        Observations some = this;
        while (some.size > ChangeModel.MAX_OBSERVATIONS) {
            some = some.half();
        }
        return some;
    }

    /** Part of all time that the changed level takes, or else what it is compared with. */
    public double part(Change change, boolean changed) {
        return size < 2 ? 0 : span(change, changed) / (double) Math.max(1, nanos[size - 1] - nanos[0]);
    }

    private long span(Change change, boolean changed) {
        if (changed) {
            return span(change.onsetNanos(), change.levelNanos()) - change.pausedNanos();
        }
        long before = span(change.beforeNanos(), change.onsetNanos()) + change.pausedNanos();
        return change.lasts() ? before : before + span(change.endNanos(), change.afterNanos());
    }

    private double perSecond(LongPredicate when, long length) {
        return length <= 0 ? 0 : number(when) / (length / SECOND);
    }

    /** Length of this time as far as anything was observed. */
    private long span(long from, long to) {
        return size == 0 ? 0 : Math.min(to, nanos[size - 1]) - Math.max(from, nanos[0]);
    }

    /** The same with kinds that also differ in how many requests the server had open. */
    public Observations byLoad() {
        Observations finer = new Observations(size);
        for (int at = 0; at < size; at++) {
            finer.addLike(this, at, (long) kind[at] * Byte.MAX_VALUE + load[at], value[at]);
        }
        return finer;
    }

    /** Its value. */
    public double value(int at) {
        return value[at];
    }

    /** Index of the first observation at or after this time. */
    public int from(long atNanos) {
        return TimeOrder.firstFrom(nanos, 0, size, atNanos);
    }

    /**
     * The same, of durations, without those that were held together with one before: much longer than is usual for
     * their kind, and over at the same moment.
     */
    Observations heldOnce() {
        double[] usual = Arrays.stream(byKind())
                .mapToDouble(places -> Median.middle(sorted(places)))
                .toArray();
        Observations once = new Observations(size);
        int[] number = unknownKinds();
        double over = Double.NEGATIVE_INFINITY;
        for (int at = 0; at < size; at++) {
            double slack = ChangeModel.MUCH_LONGER * usual[kind[at]];
            double end = nanos[at] + value[at];
            boolean held = value[at] > slack;
            if (!held || Math.abs(end - over) > slack) {
                once.addSame(this, at, number);
                over = held ? end : over;
            }
        }
        return once;
    }

    /** Those from this one to before that one, with the same kinds. */
    Observations between(int from, int to) {
        Observations part = new Observations(to - from);
        int[] number = unknownKinds();
        for (int at = from; at < to; at++) {
            part.addSame(this, at, number);
        }
        return part;
    }

    /** Those whose kinds have equal parts of their keys, apart by it. */
    public List<Observations> parts(LongUnaryOperator partOfKey) {
        return parts(partOfKey, LongUnaryOperator.identity());
    }

    /** The same, compared by another part of their keys. */
    public List<Observations> parts(LongUnaryOperator partOfKey, LongUnaryOperator kindOfKey) {
        Map<Long, Observations> parts = new TreeMap<>();
        Observations[] ofKind = new Observations[kinds()];
        int[] number = new int[kinds()];
        for (int at = 0; at < size; at++) {
            int own = kind[at];
            if (ofKind[own] == null) {
                ofKind[own] = parts.computeIfAbsent(partOfKey.applyAsLong(kindKey(at)), unseen -> new Observations());
                number[own] = ofKind[own].numberOf(kindOfKey.applyAsLong(kindKey(at)));
            }
            ofKind[own].append(nanos[at], number[own], value[at], load[at], cause(at));
        }
        return List.copyOf(parts.values());
    }

    /**
     * 1 for each thing for which one was made that lies beyond this quantile of its kind, and so much beyond the
     * median, 0 for each other; at the time of the first.
     */
    public Observations beyond(double quantile, double more) {
        double[] limit = Arrays.stream(byKind())
                .mapToDouble(places -> {
                    double[] own = sorted(places);
                    return Math.max(own[(int) (quantile * (own.length - 1))], Median.middle(own) + more);
                })
                .toArray();
        Observations events = new Observations();
        int[] causeNumber = causeNumbers();
        int[] eventOfCause = new int[size];
        Arrays.fill(eventOfCause, KeyNumbers.UNKNOWN);
        for (int at = 0; at < size; at++) {
            int own = causeNumber[at];
            double event = value[at] > limit[kind[at]] ? 1 : 0;
            if (own == NO_CAUSE || eventOfCause[own] == KeyNumbers.UNKNOWN) {
                if (own != NO_CAUSE) {
                    eventOfCause[own] = events.size;
                }
                events.addLike(this, at, 0, event);
            } else {
                int first = eventOfCause[own];
                events.value[first] = Math.max(events.value[first], event);
            }
        }
        return events;
    }

    /** What each was made for, numbered from 0; {@link #NO_CAUSE} where nobody told. */
    int[] causeNumbers() {
        int[] number = new int[size];
        KeyNumbers causes = new KeyNumbers();
        for (int at = 0; at < size; at++) {
            number[at] = cause(at) == NO_CAUSE ? NO_CAUSE : causes.of(cause(at));
        }
        return number;
    }

    /** Those at these places, which rise, with the same kinds. */
    Observations at(int[] places) {
        Observations part = new Observations(places.length);
        int[] number = unknownKinds();
        for (int at : places) {
            part.addSame(this, at, number);
        }
        return part;
    }

    /** How many lie in the changed time. */
    public int number(Change change) {
        return number(change::holds);
    }

    /** How many were made at such times. */
    public int number(LongPredicate when) {
        int number = 0;
        for (int at = 0; at < size; at++) {
            number += when.test(nanos[at]) ? 1 : 0;
        }
        return number;
    }

    /**
     * How long the values of the changed time that are more than this lie apart, without the first tenth and the last:
     * a burst is no time. Nanoseconds.
     */
    public long spanNanos(Change change, double more) {
        long[] times = IntStream.range(0, size)
                .filter(at -> value[at] > more && change.isWithin(nanos[at]))
                .mapToLong(at -> nanos[at])
                .toArray();
        int tenth = times.length / 10;
        return times.length == 0 ? 0 : times[times.length - 1 - tenth] - times[tenth];
    }

    /**
     * By how much the mean lies higher at the changed level than where it is compared with, like with like; 0 where
     * nothing is alike.
     */
    public double rise(Change change) {
        double[][] sum = new double[2][kinds()];
        int[][] number = new int[2][kinds()];
        for (int at = 0; at < size; at++) {
            int side = change.isWithin(nanos[at]) ? 1 : 0;
            if (side == 1 || change.isReference(nanos[at])) {
                sum[side][kind[at]] += value[at];
                number[side][kind[at]]++;
            }
        }
        double rise = 0;
        double weights = 0;
        for (int own = 0; own < kinds(); own++) {
            double before = number[0][own];
            double after = number[1][own];
            if (before > 0 && after > 0) {
                double weight = before * after / (before + after);
                rise += weight * (sum[1][own] / after - sum[0][own] / before);
                weights += weight;
            }
        }
        return weights == 0 ? 0 : rise / weights;
    }

    /** Whether nearly all values that the change is compared with are the median of their kind. */
    public boolean isSteadyElsewhere(Change change) {
        int all = 0;
        int same = 0;
        for (int[] places : byKind()) {
            double[] own = sorted(places, at -> change.isReference(nanos[at]));
            double usual = Median.middle(own);
            all += own.length;
            same += (int) Arrays.stream(own).filter(each -> each == usual).count();
        }
        return same >= ChangeModel.STEADY * all;
    }

    /** Median of the values at the changed level, all kinds together; 0 where there are none. */
    public double median(Change change) {
        return Median.middle(sorted(at -> change.isWithin(nanos[at])));
    }

    /** Median of the values that the change is compared with, all kinds together; 0 where there are none. */
    public double medianElsewhere(Change change) {
        return Median.middle(sorted(at -> change.isReference(nanos[at])));
    }

    /** The values from {@code from} to before {@code to}, sorted. */
    public double[] sorted(int from, int to) {
        double[] own = Arrays.copyOfRange(value, from, to);
        Arrays.sort(own);
        return own;
    }

    /** The observations of each kind, in order of time. */
    int[][] byKind() {
        int[] number = new int[kinds()];
        for (int at = 0; at < size; at++) {
            number[kind[at]]++;
        }
        int[][] places = new int[number.length][];
        Arrays.setAll(places, own -> new int[number[own]]);
        for (int at = size - 1; at >= 0; at--) {
            places[kind[at]][--number[kind[at]]] = at;
        }
        return places;
    }

    /** The values of those of these observations, sorted. */
    double[] sorted(int[] places, IntPredicate which) {
        double[] own = new double[places.length];
        int number = 0;
        for (int at : places) {
            if (which.test(at)) {
                own[number++] = value[at];
            }
        }
        return sortedPart(own, number);
    }

    /** The values of these observations, sorted. */
    double[] sorted(int[] places) {
        return sorted(places, at -> true);
    }

    private double[] sorted(IntPredicate which) {
        double[] own = new double[size];
        int number = 0;
        for (int at = 0; at < size; at++) {
            if (which.test(at)) {
                own[number++] = value[at];
            }
        }
        return sortedPart(own, number);
    }

    private static double[] sortedPart(double[] own, int number) {
        Arrays.sort(own, 0, number);
        return number == own.length ? own : Arrays.copyOf(own, number);
    }
}
