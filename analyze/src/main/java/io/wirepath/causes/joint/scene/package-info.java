/**
 * What each node has to explain: the tasks that it got, the calls that it made, and which of the tasks can have made
 * each call.
 *
 * <pre>
 *  MessageTable ─► Services ─► Scene (one per node) ─► CandidateSets
 *                  │            tasks, calls, times     tasks open when each call was sent
 *                  ├ ReplicaGroups: nodes that do the same work share classes and labels
 *                  ├ UnseenReceipts, WorkForAll, TaskSpans: nodes that work for others unseen share a scene
 *                  ├ OneWayHorizon, AcknowledgedWork, AfterAnswer: until when a task can make calls
 *                  ├ HandedOver: calls that were sent when another left its place in a pool
 *                  ├ Talks: who leads a talk over one connection
 *                  └ ClockTick: the resolution of the times
 * </pre>
 *
 * <p>Called by {@code JointLinking}; nothing here is inferred, but for what counting tells.
 */
@NullMarked
package io.wirepath.causes.joint.scene;

import org.jspecify.annotations.NullMarked;
