package io.wirepath.causes;

/**
 * Infers which message caused which. Implementations are pure and stateless: the same messages and settings give the
 * same links.
 */
public interface CausalAlgorithm {

    /** Name on the command line: {@code linking}, {@code nesting}, {@code convolution} or {@code joint}. */
    String name();

    /**
     * Finds the possible parents of every message.
     *
     * @return links with, for each child that a node B sent, only parents that B had received before
     */
    LinkTable infer(MessageTable messages);
}
