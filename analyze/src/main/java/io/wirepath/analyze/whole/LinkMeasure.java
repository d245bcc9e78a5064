package io.wirepath.analyze.whole;

/** What the number at a link says, by the algorithm that inferred it: what reports call it. Immutable. */
public enum LinkMeasure {

    /** How likely it is that the link is right. */
    PROBABILITY("probability", "p"),

    /** How well the link fits; how often links of this score are right is not known. */
    SCORE("score", "score");

    private final String word;
    private final String heading;

    LinkMeasure(String word, String heading) {
        this.word = word;
        this.heading = heading;
    }

    /** Of the links of this algorithm ({@link Analysis#algorithm}): a score with convolution, else a probability. */
    public static LinkMeasure of(String algorithm) {
        return algorithm.equals("convolution") ? SCORE : PROBABILITY;
    }

    /** {@code probability} or {@code score}: the name of fields and columns. */
    public String word() {
        return word;
    }

    /** {@code p} or {@code score}: the heading of a narrow column, at most five letters. */
    public String heading() {
        return heading;
    }
}
