package io.wirepath.cluster;

import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.KafkaShippers;
import io.wirepath.merge.spool.Spool;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath cluster ship}: spools that were recorded to Kafka. */
@Command(
        name = "ship",
        mixinStandardHelpOptions = true,
        description = {"Writes finished spools to Kafka.", "Their folders name the sniffers."})
final class ShipCommand implements Callable<Integer> {

    private final Console console;

    @Parameters(paramLabel = "SPOOL", arity = "1..*", description = "Spools, as wirepath sniff makes them.")
    private List<Path> spools;

    @Option(
            names = "--to",
            paramLabel = "ADDRESS",
            required = true,
            description = "Where to: kafka://HOST:PORT[,HOST:PORT...][/PREFIX][?config=FILE].")
    private String to;

    ShipCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        KafkaAddress address = KafkaAddress.parse(to);
        for (Path spool : spools) {
            if (!Spool.isSpool(spool)) {
                throw new Failure(
                        spool + " is not a spool; wirepath sniff --read CAPTURE --spool DIR makes one of a capture");
            }
        }
        for (Path spool : spools) {
            String sniffer = String.valueOf(spool.toAbsolutePath().normalize().getFileName());
            KafkaShippers.shipAll(spool, sniffer, address);
            console.complain(spool + " is in " + address.sightings(sniffer));
        }
        return 0;
    }
}
