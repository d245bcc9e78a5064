package io.wirepath.analyze.path;

/**
 * An instance that stands for a pattern.
 *
 * @param root row of its first message
 * @param durationNanos from the sending of that message to the last message of the instance
 * @param probability probability of the instance
 */
public record PathExample(int root, long durationNanos, double probability) {}
