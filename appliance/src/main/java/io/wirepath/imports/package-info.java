/**
 * Reads traces that are no captures, and makes sightings of them: what comes after is the same as for a capture.
 *
 * <pre>
 *   file ─► ImportFile ─ by its first line ─► TraceFormat ─► ImportedMessage ─► ImportedRows ─► SightingSink
 *                                              MessageTables      tables of messages, CSV or JSON lines
 *                                              SpanTraces         spans of OTLP, Jaeger, Zipkin
 *                                              AccessLogs         Common, Combined, JSON
 *                                              MailTraces         Received headers of an mbox
 *                                              SocketTraces       strace of processes
 * </pre>
 *
 * <p>A file is a sniffer: it has one clock, and stands where its times were taken. A name that is no address gets an
 * address of its own, the same in every file.
 */
@NullMarked
package io.wirepath.imports;

import org.jspecify.annotations.NullMarked;
