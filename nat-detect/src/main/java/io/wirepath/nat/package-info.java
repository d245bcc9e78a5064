/**
 * Decides which addresses are rewritten (WAP5 §7.1). The merge pairs the messages, asks here, and undoes the rewriting.
 *
 * <pre>
 *  the merge finds a message under two pairs of addresses ─► FlowTuple from, FlowTuple to
 *                                                                     │
 *  nat.rules ─► NatRules: what the operator knows better ──┐          ▼
 *                                                          └─► TranslationDetector ─► Translation (a table)
 * </pre>
 *
 * <p>Messages get canonical endpoints: the real source, as it was before any translation, and the real destination, as
 * it was after. The address that the caller used is kept as an attribute. That is done by {@code merge.match}, from the
 * table that this package makes.
 */
@NullMarked
package io.wirepath.nat;

import org.jspecify.annotations.NullMarked;
