package io.wirepath.pipeline.diagnosis;

import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.pipeline.diagnosis.Fault.Spoils;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts what is wrong with the captures in front of what is wrong with the system. */
public final class Diagnosis {

    /** So many captures with one fault are told one by one. */
    private static final int MAX_ALIKE = 4;

    /** What rests on every request, on its end and on all that was called for it. */
    private static final Set<String> OF_WHOLE_REQUESTS =
            Set.of("unanswered-calls", "rare-slow-path", "calls-made-again");

    private Diagnosis() {}

    /**
     * The findings of an analysis, less those that the captures cannot bear, behind those about the captures.
     *
     * @param inputs the captures, by number of their sniffer
     * @param merge what the merge learnt, or null where that is not known
     */
    public static Analysis of(Analysis analysis, List<SnifferRecord> inputs, @Nullable MergeResult merge) {
        List<CaptureFacts> captures = inputs.stream().map(CaptureFacts::new).toList();
        return of(analysis, captures, captures, SetFaults.of(captures, merge, analysis.messages()));
    }

    /**
     * The same for a window of sniffers that run. Their counters are those since each was started: what was lost is
     * told of the time since the window before. One that has told of no frame yet is told of as silent elsewhere.
     *
     * @param sniffers by number
     * @param before how they had fared when the window before was complete; of one that is not among them nothing is
     *     known
     * @param merge what the merge learnt, or null before it learnt anything
     */
    public static Analysis ofRunning(
            Analysis analysis, List<SnifferRecord> sniffers, List<SnifferRecord> before, @Nullable MergeResult merge) {
        List<CaptureFacts> all =
                sniffers.stream().map(own -> new CaptureFacts(own, before)).toList();
        List<CaptureFacts> shown =
                all.stream().filter(facts -> facts.capture().frames() > 0).toList();
        return of(analysis, all, shown, SetFaults.ofRunning(all, merge, analysis.messages()));
    }

    private static Analysis of(
            Analysis analysis, List<CaptureFacts> captures, List<CaptureFacts> each, List<Fault> ofAll) {
        List<Fault> faults =
                together(Stream.concat(each.stream().flatMap(facts -> CaptureFaults.of(facts).stream()), ofAll.stream())
                        .sorted(Comparator.comparing(fault -> fault.finding().severity()))
                        .toList());
        if (faults.isEmpty()) {
            return analysis;
        }
        boolean allSpoilt = captures.stream()
                .filter(facts -> facts.usable() > 0)
                .allMatch(facts ->
                        CaptureFaults.of(facts).stream().anyMatch(fault -> fault.spoils() == Spoils.EVERYTHING));
        List<Finding> held = analysis.findings().stream()
                .filter(finding -> isSpoilt(finding, faults, allSpoilt))
                .toList();
        List<Finding> findings = new ArrayList<>();
        faults.stream()
                .map(Fault::finding)
                .filter(f -> f.severity() != Severity.FACT)
                .forEach(findings::add);
        if (!held.isEmpty()) {
            findings.add(heldBack(held));
        }
        analysis.findings().stream().filter(finding -> !held.contains(finding)).forEach(findings::add);
        faults.stream()
                .map(Fault::finding)
                .filter(f -> f.severity() == Severity.FACT)
                .forEach(findings::add);
        return analysis.withFindings(findings);
    }

    /** Where many captures have the same fault, the first stands for all. */
    private static List<Fault> together(List<Fault> faults) {
        Map<String, List<Fault>> byKind = new LinkedHashMap<>();
        faults.forEach(fault -> byKind.computeIfAbsent(fault.finding().kind(), kind -> new ArrayList<>())
                .add(fault));
        return byKind.values().stream()
                .flatMap(alike -> alike.size() > MAX_ALIKE ? Stream.of(Fault.forAll(alike)) : alike.stream())
                .toList();
    }

    private static boolean isSpoilt(Finding finding, List<Fault> faults, boolean allSpoilt) {
        return faults.stream()
                .anyMatch(fault -> fault.spoils() != Spoils.NOTHING
                        && (OF_WHOLE_REQUESTS.contains(finding.kind())
                                || fault.spoils() == Spoils.EVERYTHING && allSpoilt));
    }

    private static Finding heldBack(List<Finding> held) {
        String kinds = held.stream()
                .map(finding -> finding.kind().replace('-', ' '))
                .distinct()
                .collect(Collectors.joining(", "));
        return new Finding(
                Severity.NOTICE,
                "held-back",
                held.size() + (held.size() == 1 ? " finding is" : " findings are")
                        + " held back, because captures such as these cannot show them",
                "They are about: " + kinds + ". Paths and times below are in doubt for the same reason.",
                List.of(),
                0,
                0);
    }
}
