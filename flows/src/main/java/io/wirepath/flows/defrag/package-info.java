/**
 * Puts IP datagrams together from their fragments, within bounded memory.
 *
 * <pre>
 *  decode.Defragmentation ──offer(Fragment, nowNanos)──► IpDefragmenter ──► Verdict
 *                                                           │  table by FragmentKey, oldest first
 *                                                           ▼
 *                                                  FragmentedDatagram: disjoint pieces, first bytes win
 *                                                           │ COMPLETE
 *                                                           ▼
 *                                            completed(): IP header + payload, decoded as a whole packet
 * </pre>
 *
 * <p>Knows the two IP headers as far as putting together needs, and nothing of other layers. Time is a parameter: the
 * capture time of the fragments. What is given up is told to a {@link io.wirepath.flows.defrag.FragmentLedger} in
 * frames, so that a caller can keep each frame in exactly one counter.
 */
@NullMarked
package io.wirepath.flows.defrag;

import org.jspecify.annotations.NullMarked;
