/**
 * The same sample of messages at every sniffer, whatever its clock, and what it teaches before the merge: which packets
 * two sniffers share, so how far their clocks are apart, and which sniffer is home to which node.
 *
 * <pre>
 *  sightings ─► ContentKey ─► ConsistentSample (a sniffer each) ─► SampledClocks ─► ClockModel
 *                                                               └► HomeSniffers
 * </pre>
 */
@NullMarked
package io.wirepath.merge.sample;

import org.jspecify.annotations.NullMarked;
