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
 *  a call without an owner ─► OrphanRates, Renewals
 * </pre>
 *
 * <p>Each is a {@code Factor}; so are the features of {@code evidence}. {@code JointDensity} is the list of all of
 * them; sampler, crossover and explanations ask it alone. They are fitted round by round; {@code DelaysBeyondChance}
 * makes the first gaps.
 */
@NullMarked
package io.wirepath.causes.joint.model;

import org.jspecify.annotations.NullMarked;
