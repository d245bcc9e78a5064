package io.wirepath.pipeline;

import io.wirepath.analyze.host.HostLog;
import io.wirepath.analyze.host.HostNodes;
import io.wirepath.analyze.host.HostRecord;
import io.wirepath.imports.UlmLog;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.spool.HostLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Collects what hosts logged, and brings it to the clock of the messages. What the machine of a sniffer told has that
 * sniffer's clock; so has the log of a host that a sniffer is named after. Of other hosts nothing tells the clock:
 * their times stay as they are. Not thread-safe.
 */
public final class HostLogs {

    /** How far the clock of a host may be off that nothing tells of; what NTP usually keeps (NetLogger, §3). */
    private static final long UNTIED_NANOS = 1_000_000;

    /** Program and level of what machines of sniffers tell, as in a log. */
    private static final String PROGRAM = "wirepath";

    private static final String USAGE = "Usage";

    private final List<HostRecord> logged = new ArrayList<>();
    private final Map<Integer, List<HostRecord>> bySniffer = new HashMap<>();
    private final Map<String, Integer> machines = new HashMap<>();
    private final List<String> notes = new ArrayList<>();

    /** Adds the lines of a log; tells of those that are left out. */
    void read(Path file, Console console) throws IOException {
        try {
            UlmLog log = UlmLog.read(file);
            logged.addAll(log.records());
            log.problem().ifPresent(problem -> {
                console.complain(problem);
                notes.add(problem + ".");
            });
        } catch (IOException e) {
            throw new Failure(Failure.reason(e), e);
        }
    }

    /** What a machine was busy with at a time, as records by its clock. */
    public static List<HostRecord> records(long nanos, String machine, List<HostLoad> loads) {
        return loads.stream()
                .map(load -> new HostRecord(nanos, 0, machine, PROGRAM, USAGE, load.name(), load.value(), "", ""))
                .toList();
    }

    /** Adds what hosts logged, by their clocks. */
    public void add(List<HostRecord> records) {
        logged.addAll(records);
    }

    /** Adds what the machine of a sniffer told. */
    public void add(int sniffer, String machine, List<HostRecord> records) {
        machines.putIfAbsent(machine, sniffer);
        bySniffer.computeIfAbsent(sniffer, unseen -> new ArrayList<>()).addAll(records);
    }

    /** What a reader must know of it; complete after {@link #log}. */
    List<String> notes() {
        return notes;
    }

    /** Everything, by the clock of the messages. */
    public HostLog log(@Nullable MergeResult merge, List<SnifferRecord> sniffers) {
        List<HostRecord> all = new ArrayList<>();
        bySniffer.forEach((sniffer, records) -> {
            for (HostRecord record : records) {
                all.add(corrected(record, line(merge, sniffer)));
            }
        });
        Map<String, Integer> clockOf = new HashMap<>();
        TreeSet<String> untied = new TreeSet<>();
        for (HostRecord record : logged) {
            int sniffer = clockOf.computeIfAbsent(record.host(), host -> sniffer(host, sniffers));
            ClockLine line = line(merge, sniffer);
            if (line == null) {
                untied.add(record.host());
            }
            all.add(corrected(record, line));
        }
        if (!untied.isEmpty()) {
            notes.add("No sniffer is named after " + String.join(", ", untied) + ", so nothing tells "
                    + (untied.size() == 1 ? "its clock" : "their clocks")
                    + ": logged times are taken as they are, within 1 ms.");
        }
        return HostLog.of(all);
    }

    private int sniffer(String host, List<SnifferRecord> sniffers) {
        for (Map.Entry<String, Integer> machine : machines.entrySet()) {
            if (HostNodes.isSame(machine.getKey(), host)) {
                return machine.getValue();
            }
        }
        for (int sniffer = 0; sniffer < sniffers.size(); sniffer++) {
            if (HostNodes.isSame(sniffers.get(sniffer).name(), host)) {
                return sniffer;
            }
        }
        return -1;
    }

    private static @Nullable ClockLine line(@Nullable MergeResult merge, int sniffer) {
        return merge == null
                ? null
                : merge.clocks().stream()
                        .filter(clock -> clock.sniffer() == sniffer)
                        .flatMap(clock -> Stream.ofNullable(clock.line()))
                        .findFirst()
                        .orElse(null);
    }

    private static HostRecord corrected(HostRecord record, @Nullable ClockLine line) {
        return line == null
                ? record.at(record.nanos(), UNTIED_NANOS)
                : record.at(
                        record.nanos() - Math.round(line.offsetAt(record.nanos())),
                        Math.round(line.uncertaintyAt(record.nanos())));
    }
}
