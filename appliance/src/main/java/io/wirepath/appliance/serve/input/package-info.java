/**
 * Where a service's sightings come from: spools of this machine, and those that the receiver writes.
 *
 * <pre>
 *  SPOOL/                                   ─┐
 *  RECEIVED/&lt;sniffer&gt;/&lt;incarnation&gt;/  ─┼─► SpoolWatch ─► SpoolFeed (a spool) ─┬─► LiveMerge
 *  …                                        ─┘                                   └─► SnifferLedger
 * </pre>
 *
 * <p>A spool is named by where it is: the merge numbers its documents by incarnation, so whatever is read again after a
 * kill is known again.
 */
@NullMarked
package io.wirepath.appliance.serve.input;

import org.jspecify.annotations.NullMarked;
