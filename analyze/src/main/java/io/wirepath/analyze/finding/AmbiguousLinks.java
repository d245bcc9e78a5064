package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.CountText;
import java.util.List;

/** Says at which node causes are most in doubt, if they often are, so that nobody trusts paths more than they bear. */
final class AmbiguousLinks implements Detector {

    private static final double MIN_CERTAINTY = 0.7;
    private static final int MIN_MESSAGES = 20;

    @Override
    public List<Finding> detect(DetectorInput input) {
        MessageTable messages = input.messages();
        LinkTable links = input.links();
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
        int worst = 0;
        for (int node = 0; node < number.length; node++) {
            double here = number[node] - certainty[node];
            worst = here > number[worst] - certainty[worst] ? node : worst;
        }
        if (linked == 0 || number[worst] < MIN_MESSAGES || certainty[worst] >= MIN_CERTAINTY * number[worst]) {
            return List.of();
        }
        return List.of(finding(input, all / linked, linked, worst, certainty[worst] / number[worst]));
    }

    private static Finding finding(DetectorInput input, double mean, int linked, int worst, double there) {
        return new Finding(
                Severity.NOTICE,
                "ambiguous-links",
                "What made " + input.name(worst) + " send a message is often in doubt: the likeliest cause has a"
                        + " probability of " + DelayText.share(there) + " on average",
                "Over all " + CountText.of(linked) + " messages that had a possible cause the mean is "
                        + DelayText.share(mean) + ". "
                        + input.name(worst) + " works on many requests at once. Counts and delays of paths through"
                        + " it are estimates; response times and comparisons of replicas do not depend on links.",
                List.of(input.name(worst)),
                0,
                0);
    }
}
