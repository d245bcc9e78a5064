/**
 * Looks at this machine with the eyes of a sniffer or a merging host, and says what to do.
 *
 * <pre>
 *  kernel, JVM, disks, files ─► …Facts, InterfaceState, PortTrial ─► CheckResult: ok, warning or bad, and what to do
 *                                    Doctor: all of them, in order
 * </pre>
 *
 * <p>Asking and judging are apart, so that the judgement of a machine that is not at hand can be tested.
 */
@NullMarked
package io.wirepath.appliance.doctor;

import org.jspecify.annotations.NullMarked;
