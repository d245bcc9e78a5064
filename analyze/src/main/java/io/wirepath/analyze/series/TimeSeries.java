package io.wirepath.analyze.series;

import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one thing did in each interval in which it did anything. Not thread-safe while it is filled.
 */
public final class TimeSeries {

    /** What a series is of. */
    public enum Kind {
        NODE,
        ROLE,
        EDGE,
        /** All edges from the nodes of one role to those of another. */
        LINK,
        /** Requests that took one path; the time from the first message to the answer is their service time. */
        PATTERN,
        /** What one sniffer saw being sent: all messages, and the requests among them. */
        SNIFFER
    }

    private final Kind kind;
    private final String name;
    private final String peer;
    private final SortedMap<Integer, IntervalSum> sums = new TreeMap<>();
    private int latest = -1;
    private @Nullable IntervalSum ofLatest;

    /**
     * An empty series.
     *
     * @param kind what it is of
     * @param name name of the node or role; of an edge or link that of the caller; identifier of the pattern; number of
     *     the sniffer
     * @param peer name of the called node of an edge, of the called role of a link; empty otherwise
     */
    TimeSeries(Kind kind, String name, String peer) {
        this.kind = kind;
        this.name = name;
        this.peer = peer;
    }

    /** What it is of. */
    public Kind kind() {
        return kind;
    }

    /**
     * Name of the node or role; of an edge or link that of the caller; identifier of the pattern; number of the
     * sniffer.
     */
    public String name() {
        return name;
    }

    /** Name of the called node of an edge, of the called role of a link; empty otherwise. */
    public String peer() {
        return peer;
    }

    /** The sums of the intervals in which something happened, by the interval's number. */
    public SortedMap<Integer, IntervalSum> sums() {
        return sums;
    }

    /** The sum of this interval, a new one where nothing happened yet. */
    IntervalSum at(int interval) {
        IntervalSum sum = ofLatest;
        if (interval != latest || sum == null) {
            sum = sums.computeIfAbsent(interval, unseen -> new IntervalSum());
            latest = interval;
            ofLatest = sum;
        }
        return sum;
    }

    /** Requests in all. */
    long requests() {
        return sums.values().stream().mapToLong(IntervalSum::requests).sum();
    }
}
