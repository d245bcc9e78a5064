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
 * its own clock: files are looked at before they are read, and HostClocks alone estimates clocks, all together, as the
 * merge does those of sniffers. What it learns from is found by TableTimes where two tables tell of a message, by
 * SentClocks where hosts tell only what they sent, and by LifelineClocks where logs are hours apart; TwinClock tells
 * which rows of two files are of one message. A name that is no address gets an address of its own, the same in every
 * file.
 */
@NullMarked
package io.wirepath.imports;

import org.jspecify.annotations.NullMarked;
