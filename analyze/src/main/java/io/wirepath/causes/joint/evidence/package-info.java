/**
 * What speaks for or against a pair of a call and a task, besides times.
 *
 * <pre>
 *  likely pairs ───┐
 *                  ├─► share of each value ─► log-likelihood ratio per pair, gated, leave-one-out
 *  chance pairs ───┘
 * </pre>
 *
 * <p>No feature knows a protocol. Chance is measured on pairs that are near in time but impossible, so whatever is
 * common at the moment proves nothing.
 */
@NullMarked
package io.wirepath.causes.joint.evidence;

import org.jspecify.annotations.NullMarked;
