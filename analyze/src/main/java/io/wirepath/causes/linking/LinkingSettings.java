package io.wirepath.causes.linking;

/**
 * What shapes message linking. The names x and y are those of WAP5 §5.1.
 *
 * @param maxDelayNanos x: no parent is looked for further back than this; longer than the longest real delay
 * @param spontaneousFactor y: having no parent weighs as much as a parent at y times the mean delay
 * @param iterations how often the mean delays are estimated again from the links they gave; WAP5 does not (0)
 * @param maxParents possible parents kept for a message, the latest ones; the weight of older ones is lower still
 * @param outsideCallsAreRoots whether a request of a node whose inside is out of sight (one that no sniffer watched,
 *     or that serves no call) is taken as spontaneous, not as caused by the response that the node got before. Where
 *     roles are unknown this has no effect and linking is WAP5's to the letter
 * @param shape the distribution that causal delays are taken to have
 * @param learnsPeers whether messages between equal UDP ports are weighed by what is learnt of all peers; WAP5 does not
 */
public record LinkingSettings(
        long maxDelayNanos,
        double spontaneousFactor,
        int iterations,
        int maxParents,
        boolean outsideCallsAreRoots,
        DelayShape shape,
        boolean learnsPeers) {

    private static final long TWO_SECONDS = 2_000_000_000L;

    /** Refuses settings that make no sense. */
    public LinkingSettings {
        if (maxDelayNanos <= 0 || !(spontaneousFactor > 0) || iterations < 0 || maxParents < 1) {
            throw new IllegalArgumentException("linking needs a positive longest delay, a positive spontaneous factor,"
                    + " no negative number of iterations and at least one parent");
        }
    }

    /** The values of WAP5: x = 2 s, y = 4, no iteration, exponential delays. */
    public static LinkingSettings defaults() {
        return new LinkingSettings(TWO_SECONDS, 4, 0, 64, true, DelayShape.EXPONENTIAL, true);
    }

    /** The same with another longest delay. */
    public LinkingSettings withMaxDelayNanos(long nanos) {
        return new LinkingSettings(
                nanos, spontaneousFactor, iterations, maxParents, outsideCallsAreRoots, shape, learnsPeers);
    }

    /** The same with another number of iterations. */
    public LinkingSettings withIterations(int times) {
        return new LinkingSettings(
                maxDelayNanos, spontaneousFactor, times, maxParents, outsideCallsAreRoots, shape, learnsPeers);
    }

    /** The same with delays of another distribution. */
    public LinkingSettings withShape(DelayShape another) {
        return new LinkingSettings(
                maxDelayNanos, spontaneousFactor, iterations, maxParents, outsideCallsAreRoots, another, learnsPeers);
    }

    /** The same with linking that knows nothing of requests and responses. */
    public LinkingSettings withoutRoles() {
        return new LinkingSettings(maxDelayNanos, spontaneousFactor, iterations, maxParents, false, shape, false);
    }
}
