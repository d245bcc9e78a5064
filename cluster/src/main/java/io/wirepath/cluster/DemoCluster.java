package io.wirepath.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.appliance.command.CommandTree;
import io.wirepath.cluster.flink.JobSettings;
import io.wirepath.cluster.flink.ResultTopics;
import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.KafkaShippers;
import io.wirepath.cluster.kafka.LatestRecords;
import io.wirepath.cluster.local.LocalFlink;
import io.wirepath.cluster.local.LocalKafka;
import io.wirepath.cluster.slice.AnalysisChoice;
import io.wirepath.cluster.slice.SliceSettings;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.StoreDirectory;
import io.wirepath.report.text.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wirepath cluster demo}: Kafka, Flink and the job in this process, on the recorded sample. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Runs all of it in this process, on the recorded sample, and prints the findings.",
            "Starts a Kafka and a Flink of two task managers on the loopback, writes the sample to the one, and runs",
            "the job on the other."
        })
final class DemoCluster implements Callable<Integer> {

    private static final List<String> SNIFFERS = List.of("sw-app", "sw-data", "sw-front", "sw-web");
    private static final int TASK_MANAGERS = 2;

    private final Console console;

    @Option(
            names = "--samples",
            paramLabel = "DIR",
            defaultValue = "${wirepath.home:-.}/samples",
            description = "Where the samples are. Default: those that came with the program.")
    private Path samples;

    DemoCluster(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path sample = samples.resolve("slow");
        if (!Files.isReadable(sample.resolve("hosts"))) {
            throw new Failure(
                    sample + ": the sample is not there; name the directory of the samples with --samples DIR");
        }
        try (StoreDirectory directory = new StoreDirectory()) {
            console.complain("sniffing the sample into spools...");
            Path spools = sniff(sample, directory.path());
            console.complain("starting Kafka...");
            try (LocalKafka kafka = new LocalKafka(directory.path().resolve("kafka"))) {
                KafkaAddress at = kafka.address("demo");
                ResultTopics.make(at, TASK_MANAGERS);
                for (String sniffer : SNIFFERS) {
                    KafkaShippers.shipAll(spools.resolve(sniffer), sniffer, at);
                }
                console.complain("sightings are in " + at.sightings("SNIFFER") + "; starting Flink...");
                analyse(sample, directory.path(), at);
                console.print(findings(LatestRecords.of(at, at.results("findings"))));
            }
        }
        return 0;
    }

    private Path sniff(Path sample, Path directory) throws IOException {
        Path spools = directory.resolve("spools");
        Path salt = directory.resolve("salt");
        Files.createFile(salt, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(salt, "the same for all sniffers of the demo");
        List<String> arguments = new ArrayList<>(List.of("sniff", "--pace", "max", "--quiet"));
        arguments.addAll(List.of("--spool", spools.toString(), "--set", "content.salt-file=" + salt));
        SNIFFERS.forEach(sniffer -> arguments.addAll(
                List.of("--read", sample.resolve(sniffer + ".pcap.gz").toString())));
        if (CommandTree.run(console, arguments.toArray(String[]::new)) != 0) {
            throw new Failure("the sample could not be sniffed; the lines above say why");
        }
        return spools;
    }

    private void analyse(Path sample, Path directory, KafkaAddress at) throws IOException, InterruptedException {
        JobSettings settings = new JobSettings(
                at,
                at,
                SliceSettings.whole(),
                AnalysisChoice.defaults().withHosts(Files.readAllLines(sample.resolve("hosts"))),
                true,
                JobSettings.DEFAULT_HOLD_NANOS,
                JobSettings.DEFAULT_IDLE_NANOS,
                SNIFFERS);
        try (LocalFlink flink = new LocalFlink(directory.resolve("checkpoints"), TASK_MANAGERS, 1)) {
            console.complain("the job runs on " + TASK_MANAGERS + " task managers...");
            flink.await(flink.submit(settings));
        }
    }

    private static String findings(Map<String, byte[]> found) throws IOException {
        StringBuilder text = new StringBuilder("\nFINDINGS, from the topic demo.findings\n");
        ObjectMapper json = new ObjectMapper();
        for (byte[] each : found.values()) {
            JsonNode finding = json.readTree(each);
            text.append("  ")
                    .append(Figures.printable(finding.path("title").asText()))
                    .append("\n      ");
            text.append(Figures.printable(finding.path("detail").asText())).append('\n');
        }
        return text.toString();
    }
}
