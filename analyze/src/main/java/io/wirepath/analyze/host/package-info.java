/**
 * What hosts and applications log of themselves, beside what packets tell: series of a host's load, and events of an
 * application, as NetLogger has them (Tierney, Gunter, LBNL-51276, §3.4, §3.5).
 *
 * <pre>
 *  log lines, sniffer's machine ─► HostRecord ─► HostLog ─┬─► loads    by host and time
 *                                                         └─► events ─► EventPlacement: on which calls' lifelines each lies
 * </pre>
 *
 * <p>Times are those of the merge; the maker of records corrects their clocks and says how far they may be wrong.
 */
@NullMarked
package io.wirepath.analyze.host;

import org.jspecify.annotations.NullMarked;
