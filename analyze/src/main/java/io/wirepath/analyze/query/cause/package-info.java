/**
 * The causes of calls, in all possible worlds at once, so that a happened-before join knows how sure it is.
 *
 * <pre>
 *  calls, links, batches ─► CausalEdges (settled parent, or several possible ones with their Worlds)
 *                              └─► CausalOrder: pre- and post-order labels of what is settled, and the edges beyond
 *                                     └─► CausalWalk: all that came before a call, all that it caused
 * </pre>
 *
 * <p>Subtrees of settled links are intervals of labels; only links in doubt, and the further causes of batches, are
 * followed one by one.
 */
@NullMarked
package io.wirepath.analyze.query.cause;

import org.jspecify.annotations.NullMarked;
