/**
 * What is wrong with the captures, told before what is wrong with the system: a finding about services that rests on
 * half of the packets is held back, and the finding about the packets stands in its place.
 *
 * <pre>
 *  counters of each capture ─► CaptureFaults ─┐
 *  captures together, clocks ─► SetFaults ────┼─► Diagnosis ─► findings of the report
 *  findings of the analysis ──────────────────┘
 * </pre>
 */
@NullMarked
package io.wirepath.pipeline.diagnosis;

import org.jspecify.annotations.NullMarked;
