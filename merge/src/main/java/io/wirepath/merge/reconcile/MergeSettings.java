package io.wirepath.merge.reconcile;

import io.wirepath.nat.NatRules;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the operator says of the merge. Sniffers are meant by name.
 *
 * @param reference the sniffer whose clock is right, or null for the one with most in common with others
 * @param ties how far a sniffer's clock is ahead of the reference's, nanoseconds; used where it has no traffic in
 *     common with the others
 * @param rules what is known of translations
 * @param temporaryDirectory where sightings are kept meanwhile
 */
public record MergeSettings(
        @Nullable String reference, Map<String, Long> ties, NatRules rules, Path temporaryDirectory) {

    /** Nothing is known beforehand; temporary files go where the system keeps them. */
    public static MergeSettings defaults() {
        return new MergeSettings(null, Map.of(), NatRules.NONE, Path.of(System.getProperty("java.io.tmpdir")));
    }
}
