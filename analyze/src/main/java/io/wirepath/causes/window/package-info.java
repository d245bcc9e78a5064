/**
 * A run that never ends, cut into windows that overlap, so that each path is whole in one of them and counted in it
 * alone.
 *
 * <pre>
 *  window n      ├─before─┼────────core n────────┼─after──┤
 *  window n+1                          ├─before──┼───────core n+1───────┼─after──┤
 *                                                ^ a path that starts here is counted by n+1, its links inferred
 *                                                  from all of window n+1
 *
 *  MessageRecord ─► SlidingWindows ─► WindowMessages (a core and its margins) ─► the analysis, counting the core
 * </pre>
 *
 * <p>Cores follow each other without a gap, so what windows count adds up to what a run without windows counts, up to
 * paths longer than a margin and links that a window sees otherwise than the whole. Project 5 (SOSP 2003, §8) leaves
 * overlapping windows as future work.
 *
 * <p>Pure: the watermark is a parameter, and who holds a window's messages may read them in another thread.
 */
@NullMarked
package io.wirepath.causes.window;

import org.jspecify.annotations.NullMarked;
