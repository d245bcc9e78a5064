package io.wirepath.bench.accuracy;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/**
 * How much heap a piece of work takes at most, beyond what was there before. An upper bound: what nobody holds any more
 * counts until it is collected, so the heap is best small ({@code -Xmx}).
 */
final class HeapPeak {

    private final List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .toList();
    private final long before;

    /** Collects, and begins to watch. */
    HeapPeak() {
        System.gc();
        pools.forEach(MemoryPoolMXBean::resetPeakUsage);
        before = pools.stream().mapToLong(pool -> pool.getUsage().getUsed()).sum();
    }

    /** The most since then. */
    long bytes() {
        return pools.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum() - before;
    }
}
