/**
 * The density of the joint linker (docs/algorithms.md): how likely it is that these tasks made these calls.
 *
 * <pre>
 *  a task and the calls that it would own
 *    └► TaskWalk: the events, one after another
 *         ├► PlanTable                     which calls a task of its class makes
 *         ├► NextEvents, PairwiseChoices   what comes next
 *         ├► GapDensities over GapBins     when it comes
 *         ├► Pace, PacePart                how the delays of one task go together
 *         ├► HeldConnections               which connections it keeps
 *         └► Overtaking                    whether it is served in its turn
 *  a call without an owner ─► OrphanRates, Timer
 * </pre>
 *
 * <p>{@code JointDensity} adds all of them; sampler, exact solver, crossover and explanations ask it alone. Its tables
 * are counted and learnt round by round; {@code DelaysBeyondChance} makes the first of them.
 */
@NullMarked
package io.wirepath.causes.joint.model;

import org.jspecify.annotations.NullMarked;
