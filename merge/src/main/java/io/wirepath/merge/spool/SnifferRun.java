package io.wirepath.merge.spool;

/**
 * One run of a sniffer, from its start to its end or its death. Numbers of connections and frames are of a run: the
 * next one counts from 1 again.
 *
 * @param sniffer name of the sniffer, the same in all runs
 * @param source the interface or file that it captures, as the operator named it
 * @param program name and version of the program
 * @param host name of the machine
 * @param startNanos when it began, nanoseconds since the epoch
 * @param saltFingerprint a one-way hash of the sniffer's salt: digests and signatures of two runs can be compared
 *     where it is equal; 0 where none are computed
 */
public record SnifferRun(
        String sniffer, String source, String program, String host, long startNanos, long saltFingerprint) {}
