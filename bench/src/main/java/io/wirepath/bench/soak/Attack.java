package io.wirepath.bench.soak;

/** Something hostile that strangers send past the mirror port. */
@FunctionalInterface
interface Attack {

    /**
     * Puts one act of it, of some packets.
     *
     * @param number how many acts of this attack were before
     * @param nanos when it begins
     */
    void put(long number, long nanos);
}
