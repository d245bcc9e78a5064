package io.wirepath.appliance.sniff;

import io.wirepath.merge.spool.HostLoad;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a Linux machine is busy with: its processors, its memory, its disks, and the interface that is captured. What is
 * a rate is of the time since the last look, so the first look tells only what is none. What a kernel does not tell is
 * left out.
 *
 * <pre>
 *  cpu.busy, cpu.iowait, cpu.steal       shares of all processors, 0 to 1 (proc_stat)
 *  memory.available                      bytes (meminfo)
 *  disk.busy                             share of the time in which the busiest disk worked, 0 to 1 (diskstats, io_ticks)
 *  disk.read, disk.written               bytes a second, all disks
 *  interface.received, interface.sent    bytes a second
 *  interface.dropped                     frames a second that the interface threw away
 * </pre>
 *
 * <p>Never asks the clock. Used by one thread.
 */
final class MachineLoad {

    private static final double SECOND = 1e9;
    private static final double SECTOR_BYTES = 512;
    private static final double MILLIS = 1e3;
    private static final double KIB = 1024;

    private final Path root;
    private final String interfaceName;
    private final Map<String, Double> before = new HashMap<>();
    private long beforeNanos;

    /**
     * Looks at this machine.
     *
     * @param root where {@code proc} and {@code sys} are mounted
     * @param interfaceName the interface that is captured
     */
    MachineLoad(Path root, String interfaceName) {
        this.root = root;
        this.interfaceName = interfaceName;
    }

    /** What it is busy with. */
    List<HostLoad> look(long nowNanos) {
        double seconds = before.isEmpty() ? 0 : (nowNanos - beforeNanos) / SECOND;
        List<HostLoad> loads = new ArrayList<>();
        processors(loads);
        memory(loads);
        disks(seconds, loads);
        captured(seconds, loads);
        beforeNanos = nowNanos;
        return loads;
    }

    /** user nice system idle iowait irq softirq steal, in ticks since the start. */
    private void processors(List<HostLoad> to) {
        for (String[] line : lines("proc/stat")) {
            if (line[0].equals("cpu") && line.length > 8) {
                double[] ticks = new double[8];
                double all = 0;
                for (int at = 0; at < ticks.length; at++) {
                    ticks[at] = more("cpu." + at, number(line[at + 1]));
                    all += ticks[at];
                }
                if (all > 0) {
                    add(to, "cpu.busy", 1 - (ticks[3] + ticks[4]) / all);
                    add(to, "cpu.iowait", ticks[4] / all);
                    add(to, "cpu.steal", ticks[7] / all);
                }
            }
        }
    }

    private void memory(List<HostLoad> to) {
        for (String[] line : lines("proc/meminfo")) {
            if (line[0].equals("MemAvailable:") && line.length > 1) {
                add(to, "memory.available", number(line[1]) * KIB);
            }
        }
    }

    /** Whole disks alone: those that the system lists as such. */
    private void disks(double seconds, List<HostLoad> to) {
        double busiest = Double.NaN;
        double read = 0;
        double written = 0;
        for (String[] line : lines("proc/diskstats")) {
            if (line.length > 12 && isDisk(line[2])) {
                read += more(line[2] + ".read", number(line[5]) * SECTOR_BYTES);
                written += more(line[2] + ".written", number(line[9]) * SECTOR_BYTES);
                double busy = more(line[2] + ".busy", number(line[12]) / MILLIS) / seconds;
                busiest = Double.isNaN(busiest) ? busy : Math.max(busiest, busy);
            }
        }
        if (!Double.isNaN(busiest) && seconds > 0) {
            add(to, "disk.busy", Math.min(1, busiest));
            add(to, "disk.read", read / seconds);
            add(to, "disk.written", written / seconds);
        }
    }

    private boolean isDisk(String name) {
        return Files.isDirectory(root.resolve("sys/block").resolve(name))
                && !name.startsWith("loop")
                && !name.startsWith("ram");
    }

    private void captured(double seconds, List<HostLoad> to) {
        rate("interface.received", "rx_bytes", seconds, to);
        rate("interface.sent", "tx_bytes", seconds, to);
        rate("interface.dropped", "rx_dropped", seconds, to);
    }

    private void rate(String name, String file, double seconds, List<HostLoad> to) {
        List<String[]> lines = lines("sys/class/net/" + interfaceName.replace('/', '_') + "/statistics/" + file);
        if (!lines.isEmpty()) {
            double more = more(name, number(lines.get(0)[0]));
            if (seconds > 0) {
                add(to, name, more / seconds);
            }
        }
    }

    private static void add(List<HostLoad> to, String name, double value) {
        if (Double.isFinite(value)) {
            to.add(new HostLoad(name, value));
        }
    }

    /** How much more a counter has than at the last look; NaN at the first. */
    private double more(String counter, double now) {
        Double was = before.put(counter, now);
        return was == null ? Double.NaN : Math.max(0, now - was);
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private List<String[]> lines(String file) {
        try (Stream<String> lines = Files.lines(root.resolve(file))) {
            return lines.map(line -> line.strip().split("\\s+"))
                    .filter(fields -> Arrays.stream(fields).noneMatch(String::isEmpty))
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of(); // no such kernel, or no right to look
        }
    }
}
