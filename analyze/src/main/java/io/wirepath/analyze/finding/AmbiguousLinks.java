package io.wirepath.analyze.finding;

import io.wirepath.analyze.LinkTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.finding.Finding.Severity;
import java.util.List;

/** Says so where causes are often in doubt, and at which node most, so that nobody trusts paths more than they bear. */
final class AmbiguousLinks implements Detector {

    private static final double LEAST_CERTAINTY = 0.75;
    private static final int LEAST_MESSAGES = 20;

    @Override
    public List<Finding> detect(Evidence evidence) {
        MessageTable messages = evidence.messages();
        LinkTable links = evidence.links();
        double[] certainty = new double[messages.nodes().size()];
        int[] number = new int[certainty.length];
        double all = 0;
        int linked = 0;
        for (int row = 0; row < messages.size(); row++) {
            if (links.first(row) < links.end(row)) {
                double probability = links.likelyProbability(row);
                certainty[messages.source(row)] += probability;
                number[messages.source(row)]++;
                all += probability;
                linked++;
            }
        }
        if (linked < LEAST_MESSAGES || all >= LEAST_CERTAINTY * linked) {
            return List.of();
        }
        int worst = 0;
        for (int node = 0; node < number.length; node++) {
            double here = number[node] - certainty[node];
            worst = here > number[worst] - certainty[worst] ? node : worst;
        }
        return List.of(finding(evidence, all / linked, linked, worst, certainty[worst] / number[worst]));
    }

    private static Finding finding(Evidence evidence, double mean, int linked, int worst, double there) {
        return new Finding(
                Severity.NOTICE,
                "ambiguous-links",
                "The cause of a message is often in doubt: the likeliest one has a probability of "
                        + DelayText.share(mean) + " on average",
                "Mean over " + linked + " messages that had a possible cause. Most doubt is at "
                        + evidence.name(worst) + " (" + DelayText.share(there)
                        + "), which works on many requests at once. Counts and delays of paths through it are"
                        + " estimates; times to answer and comparisons of replicas do not depend on links.",
                List.of(evidence.name(worst)),
                0,
                0);
    }
}
