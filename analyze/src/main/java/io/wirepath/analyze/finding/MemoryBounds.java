package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.causes.budget.LeftOut;
import java.util.ArrayList;
import java.util.List;

/** Says what there was no memory for: nobody may take a part for the whole. */
final class MemoryBounds implements Detector {

    @Override
    public List<Finding> detect(DetectorInput input) {
        List<Finding> findings = new ArrayList<>();
        LeftOut left = input.messages().leftOut();
        if (left.messages() > 0) {
            findings.add(new Finding(
                    Severity.PROBLEM,
                    "messages-left-out",
                    left.messages() + " messages had no room and are left out"
                            + (left.senders().isEmpty()
                                    ? ""
                                    : ", most of them of " + String.join(", ", left.senders())),
                    "Once memory, or in a service time, is short, the busiest senders are cut first; others are complete. Allow more "
                            + "memory (WIREPATH_JAVA_OPTS=-Xmx8g) or analyse less time (--from, --to).",
                    left.senders(),
                    0,
                    0));
        }
        if (left.addedUp() > 0) {
            findings.add(new Finding(
                    Severity.NOTICE,
                    "nodes-added-up",
                    "There are too many addresses, or pairs of them: " + left.addedUp()
                            + " messages are counted for others of a prefix instead of a node",
                    "The busiest addresses are nodes of their own and complete. The others are added up as \"others"
                            + " in\""
                            + " their prefix, callers apart from called; no path leads through them. So many"
                            + " addresses that"
                            + " say so little are usually a scan or a flood.",
                    List.of(),
                    0,
                    0));
        }
        return findings;
    }
}
