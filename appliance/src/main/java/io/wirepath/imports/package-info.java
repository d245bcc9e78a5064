/**
 * Reads traces that are no captures, and makes sightings of them: what comes after is the same as for a capture.
 *
 * <pre>
 *   file → ImportFile by its first line → TraceFormat → ImportedMessage → ImportedRows → SightingSink
 *                                              MessageTables      tables of messages, as the papers print them too
 *                                              SpanTraces         spans of OTLP, Jaeger, Zipkin
 *                                              AccessLogs         Common, Combined, JSON
 *                                              MailTraces         Received headers of an mbox
 *                                              SocketTraces       strace of processes
 *                                              SocketCalls        calls on sockets, as WAP5's slides print them
 *                                              UlmTraces          lifelines of NetLogger's logs
 * </pre>
 *
 * <p>A file is a sniffer, and stands where its times were taken. Tables and spans tell times of several hosts, each by
 * its own clock: files are looked at before they are read, HostClocks estimates all clocks together, and TableTimes
 * finds the messages that two tables tell of; SentClocks compares hosts that tell only what they sent. A name that is
 * no address gets an address of its own, the same in every file.
 */
@NullMarked
package io.wirepath.imports;

import org.jspecify.annotations.NullMarked;
