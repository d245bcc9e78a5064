package io.wirepath.merge;

import io.wirepath.nat.NatRules;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the operator says of the merge.
 *
 * @param reference number of the sniffer whose clock is right, or -1 for the one with most in common with others
 * @param ties by number of the sniffer: how far its clock is ahead of the reference's, nanoseconds; used where it has no
 *     traffic in common with the others
 * @param rules what is known of translations
 * @param spoolDirectory where sightings are kept meanwhile
 */
public record MergeSettings(int reference, Map<Integer, Long> ties, NatRules rules, Path spoolDirectory) {

    /** Nothing is known beforehand; temporary files go where the system keeps them. */
    public static MergeSettings defaults() {
        return new MergeSettings(-1, Map.of(), NatRules.NONE, Path.of(System.getProperty("java.io.tmpdir")));
    }
}
