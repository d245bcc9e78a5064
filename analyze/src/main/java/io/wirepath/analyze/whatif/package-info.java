/**
 * What if: how long requests would take in a system that is otherwise.
 *
 * <pre>
 *  finding.TurnClaims ─► ReplayedClaims   what requests wait for, where a replay bears it out (Limit)
 *  calls, causes      ─► WorkPlan         work, ways and order of each call, without those waits
 *  Altered            ─► Work             the same work, sooner or faster
 *                          └─► Replay (Agenda)   requests at their times, in the queues ─► how long each takes
 *  WhatIf: replays all, and blocks of them drawn anew ─► Prediction   with intervals
 * </pre>
 */
@NullMarked
package io.wirepath.analyze.whatif;

import org.jspecify.annotations.NullMarked;
