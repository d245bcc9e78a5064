/**
 * The verbs of the command line, a class each.
 *
 * <pre>
 *  CommandTree ─► AnalyzeCommand, RequestCommand            captures or a store → paths, reports; one request
 *                 CompareCommand, QueryCommand              two runs → what differs; happened-before queries
 *                 WhatIfCommand                             a run → how long requests would take otherwise
 *                 MessagesCommand, StreamsCommand           captures → one line a message; one line or file a flow
 *                 ExtractCommand, ExtcapCommand             a call → its packets; Wireshark → rings, incidents
 *                 NatCommand, ClocksCommand, MergeCommand   what the merge of several sniffers finds; a store of it
 *                 SniffCommand, ServeCommand                interfaces → spools; spools → windows, API, metrics
 *                 ConfigCommand, DoctorCommand, InterfacesCommand     is everything in order?
 *                 MaketraceCommand, SkewCommand, DemoCommand          captures with known truth; the sample
 *                 HelpCommand, VersionCommand
 *
 *  …Options     groups of options that several verbs share (picocli mix-ins)
 *  ManPages     the same descriptions as pages of the manual
 * </pre>
 *
 * <p>A command reads its options, calls {@code run} and {@code report}, and gives an exit code.
 * {@link io.wirepath.appliance.command.CommandTree} turns an exception into one line for a person.
 */
@NullMarked
package io.wirepath.appliance.command;

import org.jspecify.annotations.NullMarked;
