/**
 * Reads the header blocks of HTTP/2 as far as outcomes and operation names need it (RFC 7541): the status and gRPC's
 * status, and, where the operator asks for them, the method and the path, or the identifiers of the site's own tracing.
 *
 * <pre>
 *  HEADERS, CONTINUATION ─► HeaderBlock (bytes of one block) ─► HpackDecoder ─► HeaderFields
 *                                                                  ├ HpackTable    entries that the sender indexed
 *                                                                  └ HuffmanCode   texts
 * </pre>
 *
 * <p>Indexed entries are counted from the newest, so a table that lacks the oldest, because the connection was picked
 * up in the middle or a block was lost, never gives a wrong name: what it does not hold is unknown.
 */
@NullMarked
package io.wirepath.flows.message.framer.hpack;

import org.jspecify.annotations.NullMarked;
