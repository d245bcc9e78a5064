/**
 * Finds joins: nodes that send a message because of several messages together, so that no single one of them is its
 * cause.
 *
 * <pre>
 *  fan-in   request ─┐                        batch   one-way ─┐
 *           request ─┼─► calls after the last         one-way ─┼─► one message for all of them
 *           request ─┘   (all of one path)            one-way ─┘   (of any paths)
 * </pre>
 *
 * <p>The one-way messages of a batch are one piece of work: {@link io.wirepath.causes.fanin.BatchedMessages} finds
 * them before linking, and the linker takes the last for all.
 *
 * <p>The links of a call tell one cause. At a join that is one of several, so the links of such a node are marked. A
 * sampler that knows of joins was measured to gain next to nothing, because what is missing there is information
 * (docs/algorithms.md).
 *
 * <p>Works on the answer of any algorithm; linear in calls.
 */
@NullMarked
package io.wirepath.causes.fanin;

import org.jspecify.annotations.NullMarked;
