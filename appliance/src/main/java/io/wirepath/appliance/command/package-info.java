/**
 * The verbs of the command line, a class each.
 *
 * <pre>
 *  CommandTree ─► AnalyzeCommand   captures or a store → paths, reports
 *                 MessagesCommand  captures → one line a message
 *                 StreamsCommand   captures → one line or file a flow
 *                 ExtractCommand   a call → its packets
 *                 SniffCommand     interfaces or captures → a spool each
 *                 ServeCommand     spools, sniffers → windows, API, metrics
 *                 MaketraceCommand a configuration → capture, truth
 *                 SkewCommand      a capture → the same with other clocks
 *                 DemoCommand      the recorded samples → report
 *                 InterfacesCommand the network interfaces → which are fit to be captured
 *                 VersionCommand
 * </pre>
 *
 * <p>A command reads its options, calls {@code run} and {@code report}, and gives an exit code. What went wrong is
 * turned into one line by {@link io.wirepath.appliance.command.CommandTree}.
 */
@NullMarked
package io.wirepath.appliance.command;

import org.jspecify.annotations.NullMarked;
