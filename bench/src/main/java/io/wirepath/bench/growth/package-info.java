/**
 * Measures how the cost of {@code analyze}, and of windows of {@code serve}, grows with each thing that a stranger can
 * make more of.
 *
 * <pre>
 *  GrowthTraffic ─► captures of one size and of twice that ─► GrowthBench: CPU of each, and where it went
 *                                                          └─► ServedWindows
 * </pre>
 */
@NullMarked
package io.wirepath.bench.growth;

import org.jspecify.annotations.NullMarked;
