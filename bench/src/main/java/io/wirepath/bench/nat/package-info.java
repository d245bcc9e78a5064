/**
 * How rightly the two sides of translated connections are paired, among a million connections and against attacks.
 *
 * <pre>
 *  NatScene ─► NatTap (outside), NatTap (inside) ─► FlowPipeline ─► ReconcilingMerge ─► PairingScore: what was so, what was told
 * </pre>
 *
 * <p>Entry: {@link io.wirepath.bench.nat.NatPairing}.
 */
@NullMarked
package io.wirepath.bench.nat;

import org.jspecify.annotations.NullMarked;
