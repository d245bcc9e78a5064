/**
 * Checks whether this machine can run a sniffer or a merging host, and says what to do where it cannot.
 *
 * <pre>
 *  kernel, JVM, disks, files ─► …Facts, InterfaceState, PortTrial ─► CheckResult: ok, warning or bad, and what to do
 *                                    Doctor: all of them, in order
 * </pre>
 *
 * <p>Facts are collected and judged by different methods, so tests can judge the facts of any machine.
 */
@NullMarked
package io.wirepath.appliance.doctor;

import org.jspecify.annotations.NullMarked;
