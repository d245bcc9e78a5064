package io.wirepath.appliance.serve.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The machine's processor time since it started, in ticks, from proc(5).
 *
 * @param all of all its processors
 * @param stolen what the host of a virtual machine gave to others meanwhile
 */
record ProcessorTime(long all, long stolen) {

    private static final int STOLEN = 7;

    /** As of now. */
    static ProcessorTime now() throws IOException {
        String line = Files.readAllLines(Path.of("/proc/stat")).get(0);
        // user, nice, system, idle, iowait, irq, softirq, steal; what follows is part of the first two
        long[] ticks = Arrays.stream(line.substring("cpu".length()).trim().split(" ", -1))
                .mapToLong(Long::parseLong)
                .limit(STOLEN + 1)
                .toArray();
        return new ProcessorTime(Arrays.stream(ticks).sum(), ticks[STOLEN]);
    }

    /** How much of it was stolen since then, percent. */
    long stolenPercentSince(ProcessorTime then) {
        return 100 * (stolen - then.stolen) / Math.max(1, all - then.all);
    }
}
