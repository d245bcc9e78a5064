package io.wirepath.causes.linking;

import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.explain.ExplainedLinks;
import io.wirepath.causes.explain.ExplainingAlgorithm;
import io.wirepath.causes.explain.Explanation.Term;
import io.wirepath.causes.explain.ExplanationRequest;
import io.wirepath.causes.explain.LinkExplanations;
import io.wirepath.causes.explain.Words;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The message-linking algorithm of WAP5 (Reynolds et al., WWW 2006, §5.1 steps 1 and 2).
 *
 * <p>A message B→C may have been caused by any message that B received in the x seconds before. A parent at delay t
 * weighs e^(−t/d), where d is the mean delay of the pair B→C ({@link CausalDelays}); having no parent weighs e^(−y);
 * {@link DelayShape#GAMMA} weighs them by the paper's other distribution.
 * Messages of peers are weighed by what is learnt of all of them ({@link PeerCauses}).
 * The weights of a message are divided by their sum and are then its probabilities.
 *
 * <p>Cost: sorting, then for each message a walk back through its latest possible parents. The walk ends at x, after
 * {@link LinkingSettings#maxParents} parents, or where a parent weighs less than a thousandth of having none: what is
 * left out could not change a probability by more than that, save where more than {@code maxParents} messages come
 * within a few d. So the time is linear in the messages whatever the parallelism. Connection set-up
 * ({@link io.wirepath.flows.SightingCodec#FLAG_SETUP}) has neither parents nor children. Pure and thread-safe.
 */
public final class MessageLinking implements ExplainingAlgorithm {

    /** Parents that weigh less than this share of having none are not looked at. */
    private static final double NEGLIGIBLE = 1e-3;

    private final LinkingSettings settings;

    /** Links with these settings. */
    public MessageLinking(LinkingSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return "linking";
    }

    @Override
    public ExplainedLinks explain(MessageTable messages, ExplanationRequest wanted) {
        Arrivals arrivals = new Arrivals(messages, settings);
        CausalDelays delays = CausalDelays.ofLatestParents(arrivals, messages.size(), settings.maxDelayNanos());
        PeerCauses peers = settings.learnsPeers() ? PeerCauses.amongAll(messages) : null;
        LinkTable links = weigh(messages.size(), row -> true, arrivals, delays, peers);
        for (int i = 0; i < settings.iterations(); i++) {
            delays = delays.again(arrivals, links);
            links = weigh(messages.size(), row -> true, arrivals, delays, peers);
        }
        CausalDelays means = delays;
        return new ExplainedLinks(
                links,
                LinkExplanations.of(
                        name(),
                        messages,
                        links,
                        wanted,
                        (row, cause) -> peers != null && peers.knows(row)
                                ? terms(peers, row, cause)
                                : terms(arrivals, means, row, cause)));
    }

    /**
     * Links these messages alone, by the delays of all; the others are left without a cause. They are none of peers
     * that answer nothing, and nothing is estimated again.
     */
    LinkTable infer(MessageTable messages, IntPredicate wanted) {
        Arrivals arrivals = new Arrivals(messages, settings);
        CausalDelays delays = CausalDelays.ofLatestParents(arrivals, messages.size(), settings.maxDelayNanos());
        return weigh(messages.size(), wanted, arrivals, delays, null);
    }

    /** Of peers: how likely that is by the shares and pauses of all of them. */
    private static List<Term> terms(PeerCauses peers, int row, int cause) {
        double[] p = {0};
        double none = peers.causes(row, (other, own) -> p[0] += other == cause ? own : 0);
        double likely = cause == MessageTable.NONE ? none : p[0];
        return List.of(new Term("peers", Math.log(Math.max(1e-12, likely)), "by the pauses of all peers of the port"));
    }

    /** What {@link #weigh} weighed: e^(−t/d) for a parent, e^(−y) for none. */
    private List<Term> terms(Arrivals arrivals, CausalDelays delays, int row, int cause) {
        if (cause == MessageTable.NONE) {
            double y = settings.spontaneousFactor();
            return List.of(new Term(
                    "no cause",
                    settings.shape().logWeight(y),
                    "as likely as a cause at " + y + " times the mean delay"));
        }
        double mean = delays.meanNanos(arrivals.pair(row));
        for (int at = arrivals.end(row) - 1; at >= arrivals.begin(row); at--) {
            if (arrivals.row(at) == cause) {
                long delay = arrivals.delayNanos(at, row);
                String detail =
                        Words.duration(delay) + " after it came; the mean delay is " + Words.duration(Math.round(mean));
                return List.of(new Term("gap", settings.shape().logWeight(delay / mean), detail));
            }
        }
        return List.of();
    }

    private LinkTable weigh(
            int messages, IntPredicate wanted, Arrivals arrivals, CausalDelays delays, @Nullable PeerCauses peers) {
        LinkTable.Builder links = new LinkTable.Builder(messages);
        int[] parent = new int[settings.maxParents()];
        double[] weight = new double[settings.maxParents()];
        DelayShape shape = settings.shape();
        double none = Math.exp(shape.logWeight(settings.spontaneousFactor()));
        double horizon = shape.reach(settings.spontaneousFactor(), NEGLIGIBLE);
        for (int child = 0; child < messages; child++) {
            if (!wanted.test(child)) {
                links.endChild(1);
                continue;
            }
            if (peers != null && peers.knows(child)) {
                links.endChild(peers.causes(child, links::add));
                continue;
            }
            double mean = delays.meanNanos(arrivals.pair(child));
            double limit = Math.min((double) settings.maxDelayNanos(), horizon * mean);
            double sum = none;
            int found = 0;
            for (int at = arrivals.end(child) - 1; at >= arrivals.begin(child) && found < parent.length; at--) {
                long delay = arrivals.delayNanos(at, child);
                if (!(delay <= limit)) {
                    break;
                }
                if (arrivals.mayCause(at, child)) {
                    parent[found] = arrivals.row(at);
                    weight[found] = Math.exp(shape.logWeight(delay / mean));
                    sum += weight[found++];
                }
            }
            for (int i = 0; i < found; i++) {
                links.add(parent[i], weight[i] / sum);
            }
            links.endChild(none / sum);
        }
        return links.build();
    }
}
