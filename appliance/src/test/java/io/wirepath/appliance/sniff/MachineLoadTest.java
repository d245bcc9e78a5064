package io.wirepath.appliance.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.merge.spool.HostLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine made of files. */
final class MachineLoadTest {

    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path root;

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void machine(String stat, String disk, long received) throws IOException {
        file("proc/stat", "cpu  " + stat + "\ncpu0 1 1 1 1 1 1 1 1\nintr 7\n");
        file("proc/meminfo", "MemTotal:  16 kB\nMemAvailable:   12 kB\n");
        file("proc/diskstats", "   8  0 sda " + disk + "\n   8  1 sda1 9 9 9 9 9 9 9 9 9 9 9\n");
        Files.createDirectories(root.resolve("sys/block/sda"));
        file("sys/class/net/eth0/statistics/rx_bytes", received + "\n");
        file("sys/class/net/eth0/statistics/tx_bytes", "0\n");
        file("sys/class/net/eth0/statistics/rx_dropped", "0\n");
    }

    private static Map<String, Double> values(List<HostLoad> loads) {
        return loads.stream().collect(Collectors.toMap(HostLoad::name, HostLoad::value));
    }

    @Test
    void ratesAreOfTheTimeSinceTheLastLook() throws IOException {
        MachineLoad load = new MachineLoad(root, "eth0");
        machine("100 0 0 100 0 0 0 0", "1 0 10 0 1 0 20 0 0 100 0", 1000);
        assertEquals(Map.of("memory.available", 12_288.0), values(load.look(0)), "a first look knows no rates");
        machine("130 0 20 140 10 0 0 0", "1 0 12 0 1 0 24 0 0 600 0", 5000);
        Map<String, Double> values = values(load.look(2 * SECOND));
        assertEquals(0.5, values.get("cpu.busy"), 1e-9);
        assertEquals(0.1, values.get("cpu.iowait"), 1e-9);
        assertEquals(0.25, values.get("disk.busy"), 1e-9);
        assertEquals(512, values.get("disk.read"), 1e-9);
        assertEquals(1024, values.get("disk.written"), 1e-9);
        assertEquals(2000, values.get("interface.received"), 1e-9);
    }

    @Test
    void whatAKernelDoesNotTellIsLeftOut() throws IOException {
        file("proc/stat", "cpu  x y\n");
        MachineLoad load = new MachineLoad(root, "../eth0");
        load.look(0);
        assertTrue(load.look(SECOND).isEmpty());
    }
}
