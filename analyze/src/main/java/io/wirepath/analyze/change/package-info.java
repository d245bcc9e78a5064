/**
 * Whether something changed, when, and by how much: statistics over observations in order of time, for heavy tails and
 * several humps.
 *
 * <pre>
 *  Observations ─► RankScores ─► LevelChange ─► Segmentation (did it?) ─► Levels, Place (when?) ─► Change
 *  (when, kind,                  EventChange ─┘  (often, or rare events)                    ▲
 *             └─► Leap ─► LeapSearch, LeapChance (large changes of few observations, tails) ──┘
 *   value)      (Excess: what other places show)
 *             └─► DataChange (what data decide: sizes)        Shift: by how much, like compared with like
 * </pre>
 *
 * <p>What the observations are, and which of several changes is the cause, is told by
 * {@link io.wirepath.analyze.incident}.
 */
@NullMarked
package io.wirepath.analyze.change;

import org.jspecify.annotations.NullMarked;
