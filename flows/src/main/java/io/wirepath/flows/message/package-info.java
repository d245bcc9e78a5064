/**
 * Rebuilds messages from streams and datagrams: where each begins and ends, who asks, which response belongs to which
 * request.
 *
 * <pre>
 *   reassembly ──ConnectionListener──► MessageAssembler ──► Conversation (one a connection, pooled)
 *                                          │                    ├ Side 0, Side 1: each MessageDraft that is open, held bytes
 *                                          │                    ├ CallMatcher: call ids
 *                                          │                    ├ StreamTable: calls of long-lived gRPC streams (FramedDrafts)
 *                                          │                    └ framer.MessageFramer, or none: turns
 *                                          ├─ DatagramMessages: one datagram one message, DNS by transaction id
 *                                          └─ MessageEmitter: draft ──► record in the SightingBatch
 * </pre>
 *
 * <p>Who serves a connection whose SYN was not seen is told by the first packets of all others ({@code SiteEvidence}).
 *
 * <p>Without a framer a message is a run of bytes in one direction, closed by bytes going the other way or by an idle
 * gap. A framer gives better boundaries; it is chosen from the first bytes of a message, so a connection that was
 * picked up in the middle gets its framer at its next message.
 */
@NullMarked
package io.wirepath.flows.message;

import org.jspecify.annotations.NullMarked;
