package io.wirepath.appliance.command;

import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.explain.Wanted;
import io.wirepath.appliance.run.AnalysisRun;
import io.wirepath.appliance.run.AnalysisRun.Outcome;
import io.wirepath.appliance.run.CallPackets;
import io.wirepath.appliance.run.CallSelection;
import io.wirepath.appliance.run.Console;
import io.wirepath.appliance.run.Failure;
import io.wirepath.appliance.run.MergeReading;
import io.wirepath.appliance.run.OutputFile;
import io.wirepath.appliance.run.RequiredInputs;
import io.wirepath.appliance.synthetic.PcapWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code wirepath extract}: from a call back to its packets. */
@Command(
        name = "extract",
        description = {
            "Finds the packets of a call, or of a whole request, in the captures: prints a display filter of Wireshark for",
            "each capture, and copies the packets of all sniffers to one file."
        },
        footer = {
            "",
            "Example:",
            "  wirepath extract 17 sw-*.pcap.gz --request -w request.pcap;  wireshark request.pcap"
        })
final class ExtractCommand extends StandardOptions implements Callable<Integer> {

    private final Console console;

    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "CALL",
            description = "Its number in calls.csv, its span's identifier, or CLIENT:PORT>SERVER:PORT[@TIME].")
    private String call;

    @Parameters(
            index = "1..*",
            paramLabel = "INPUT",
            arity = "1..*",
            description = "The capture files (pcap, pcapng, gzip) that were analysed, each a sniffer.")
    private List<String> inputs;

    @Option(
            names = {"-w", "--write"},
            paramLabel = "FILE",
            order = 1,
            description = "Writes the packets (pcap, nanoseconds), in order of time.")
    private @Nullable Path write;

    @Option(
            names = "--request",
            order = 2,
            description = "Takes all calls that the same request of a client caused, as far as they are known.")
    private boolean request;

    @Option(
            names = "--raw-times",
            order = 3,
            description = "Keeps the times of the captures. Default: by the clock of the reference.")
    private boolean rawTimes;

    @Mixin
    private MergeOptions merging;

    @Mixin
    private ReadingOptions reading;

    @Mixin
    private InferenceOptions inference;

    ExtractCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        CallSelection selection = selection();
        RequiredInputs.check(inputs);
        try (OutputFile file = write == null ? null : OutputFile.open(write, inputs)) {
            AnalysisRun run = new AnalysisRun(
                    new MergeReading(
                            inference.withContent(reading.flowSettings()),
                            merging.settings(),
                            console,
                            reading.showProgress()),
                    null,
                    inference.choice(),
                    CallSelection.of(List.of()));
            Outcome outcome = run.run(inputs, null, null, null);
            if (outcome.report().inputs().size() != inputs.size()) {
                throw new Failure(
                        "one of the inputs could not be used, so packets cannot be told to sniffers; leave it out");
            }
            int[] calls = calls(selection, outcome);
            List<CallPackets.Packet> packets =
                    find(new CallPackets(outcome.report(), outcome.details(), calls), outcome);
            if (file != null) {
                file.write(path -> copy(packets, path));
            }
        }
        return CommandTree.DONE;
    }

    private CallSelection selection() {
        try {
            return CallSelection.of(List.of(call));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), Failure.reason(e), e);
        }
    }

    /** Numbers of the calls meant, and with them of those of the same request where that is wanted. */
    private int[] calls(CallSelection selection, Outcome outcome) {
        CallTable table = outcome.report().analysis().calls();
        Wanted wanted = selection.among(outcome.report().analysis().messages(), outcome.details());
        int[] named = Arrays.stream(wanted.rows())
                .map(row -> Arrays.binarySearch(table.request(), row))
                .toArray();
        if (!request) {
            return named;
        }
        return IntStream.range(0, table.size())
                .filter(each -> Arrays.stream(named).anyMatch(one -> table.root()[one] == table.root()[each]))
                .toArray();
    }

    private List<CallPackets.Packet> find(CallPackets wanted, Outcome outcome) throws IOException {
        List<CallPackets.Packet> packets = new ArrayList<>();
        for (int sniffer = 0; sniffer < inputs.size(); sniffer++) {
            int before = packets.size();
            wanted.read(inputs.get(sniffer), sniffer, reading.decodeSettings(), packets::add);
            console.print(outcome.report().inputs().get(sniffer).sniffer() + ": " + (packets.size() - before)
                    + " packets\n  " + wanted.displayFilter(sniffer) + "\n");
        }
        packets.sort(Comparator.comparingLong(rawTimes ? CallPackets.Packet::rawNanos : CallPackets.Packet::nanos));
        return packets;
    }

    private void copy(List<CallPackets.Packet> packets, Path to) throws IOException {
        int linkType = packets.isEmpty() ? 1 : packets.get(0).linkType();
        try (PcapWriter out = new PcapWriter(to, linkType)) {
            for (CallPackets.Packet packet : packets) {
                if (packet.linkType() != linkType) {
                    throw new IOException("the captures have different link types, which one pcap file cannot hold");
                }
                long nanos = rawTimes ? packet.rawNanos() : packet.nanos();
                out.write(nanos, packet.bytes(), packet.bytes().length, packet.originalLength());
            }
        }
    }
}
