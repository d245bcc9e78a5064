/**
 * The convolution algorithm of Project 5 (SOSP 2003, §5.2): messages of any form, aggregated.
 *
 * <pre>
 *  messages A→B ─► indicator s1 ─┐
 *                                ├─► cross-correlation ─► spikes ─► messages B→* that fit ─► on from there
 *  messages B→* ─► indicator s2 ─┘        (FFT)
 * </pre>
 */
@NullMarked
package io.wirepath.causes.convolution;

import org.jspecify.annotations.NullMarked;
