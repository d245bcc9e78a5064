/**
 * Finds rewritten addresses and undoes the rewriting (WAP5 §7.1).
 *
 * <pre>
 *  the merge finds a message under two pairs of addresses ─► FlowTuple from, FlowTuple to
 *                                                                     │
 *  nat.rules ─► NatRules: what the operator knows better ──┐          ▼
 *                                                          └─► TranslationDetector ─► Translation (a table)
 * </pre>
 *
 * <p>Messages get canonical endpoints: the real source, as it was before any translation, and the real destination, as it was
 * after. The address that the caller used is kept as an attribute.
 */
@NullMarked
package io.wirepath.nat;

import org.jspecify.annotations.NullMarked;
