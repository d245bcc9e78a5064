package io.wirepath.causes;

/**
 * How a call ended that has no answer: a side ended its connection.
 *
 * @param nanos when, ns since the epoch
 * @param byCaller whether the caller did, and not who was called
 * @param reset whether by RST, and not by FIN
 */
public record CallEnd(long nanos, boolean byCaller, boolean reset) {}
