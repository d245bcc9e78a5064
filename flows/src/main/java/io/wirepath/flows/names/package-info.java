/**
 * Names for addresses: never needed, shown beside the address where they are known.
 *
 * <pre>
 *  DNS answers, TLS SNI, HTTP Host ──framers──► NameSink ──► SightingBatch ──► collector ──► NameTable
 *  hosts file (--names) ────────────HostsFile──────────────────────────────────────────────►    │
 *                                                                    one name an address, the most trusted
 * </pre>
 */
@NullMarked
package io.wirepath.flows.names;

import org.jspecify.annotations.NullMarked;
