package io.wirepath.analyze.joint.evidence;

import org.agrona.collections.Long2LongHashMap;

/** Numbers distinct keys from 0 in the order in which they are first seen. */
final class Dense {

    private static final long UNKNOWN = -1;

    private final Long2LongHashMap numbers = new Long2LongHashMap(UNKNOWN);

    int of(long key) {
        long known = numbers.get(key);
        if (known != UNKNOWN) {
            return (int) known;
        }
        int number = numbers.size();
        numbers.put(key, number);
        return number;
    }

    int size() {
        return numbers.size();
    }
}
