/**
 * The merge as a whole: from the sightings of all sniffers to messages, clocks, homes, translations and losses.
 *
 * <pre>
 *  SightingMerge ◄─ ReconcilingMerge ─► sorter (sightings on disk) ─► sample (clocks, homes) ─► match (messages)
 *                           └► result.MergeResult: what was learnt besides the messages
 * </pre>
 */
@NullMarked
package io.wirepath.merge.reconcile;

import org.jspecify.annotations.NullMarked;
