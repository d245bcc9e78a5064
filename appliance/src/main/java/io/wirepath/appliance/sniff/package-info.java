/**
 * The {@code sniff} service: frames of each interface become sightings in a spool.
 *
 * <pre>
 *  interface or file ─► SniffSource ─► FlowPipeline ─► SpoolingSink ─► SpoolWriter
 *                                          ▲                │ once a second: load, time; every ten: counters
 *  operator, SIGHUP ─► SniffControl ───────┘ tune           ▼
 *                                                      LoadShedding
 * </pre>
 *
 * <p>{@link io.wirepath.appliance.sniff.SniffService} runs one {@link io.wirepath.appliance.sniff.Sniffer} for each
 * interface, each in a thread of its own with a spool of its own. What is left out, by the operator's wish or under
 * overload, is left out by whole connections, counted, logged, and noted in the spool.
 */
@NullMarked
package io.wirepath.appliance.sniff;

import org.jspecify.annotations.NullMarked;
