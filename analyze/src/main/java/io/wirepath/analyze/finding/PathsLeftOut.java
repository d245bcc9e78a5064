package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.path.PathPattern;
import java.util.ArrayList;
import java.util.List;

/** Says how much of what was found is not in the list of patterns, so that its length misleads nobody. */
final class PathsLeftOut implements Detector {

    @Override
    public List<Finding> detect(DetectorInput input) {
        List<Finding> findings = new ArrayList<>();
        long described = input.patterns().stream().mapToLong(PathPattern::count).sum();
        long missing = input.paths() - described;
        if (missing > DetectorInput.MIN_SHARE * input.paths()) {
            findings.add(fact(
                    "patterns-left-out",
                    "The " + input.patterns().size() + " most frequent patterns are described; they hold " + described
                            + " of " + input.paths() + " paths",
                    "The others are rarer. Many rare patterns mean that causes are often in doubt."));
        }
        if (input.cutPaths() > 0) {
            findings.add(fact(
                    "paths-cut",
                    input.cutPaths()
                            + (input.cutPaths() == 1 ? " path was" : " paths were")
                            + " longer than the limit and cut",
                    "The cut parts are in no pattern. Calls, node delays and comparisons of"
                            + " replicas are complete."));
        }
        return findings;
    }

    private static Finding fact(String kind, String title, String detail) {
        return new Finding(Severity.FACT, kind, title, detail, List.of(), 0, 0);
    }
}
