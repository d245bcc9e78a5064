/**
 * The sightings of one sniffer on disk, put in order of time, in bounded memory.
 *
 * <pre>
 *  SightingSink ─► SightingSorter: fills a run, sorts it, writes it ─► temporary file of runs ─► SortedSightings: one order
 * </pre>
 *
 * <p>The clocks of two sniffers may be hours apart and captures are read one after another, so no sighting can be
 * merged before all are known. A message is completed by what follows it, so sightings arrive nearly, but not quite, in
 * order.
 */
@NullMarked
package io.wirepath.merge.order;

import org.jspecify.annotations.NullMarked;
