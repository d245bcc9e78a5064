package io.wirepath.appliance.command;

import io.wirepath.appliance.listen.LogBudget;
import io.wirepath.appliance.names.NameWatch;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath names}: asks who knows names of addresses. */
@Command(
        name = "names",
        description = {
            "Asks Kubernetes, name servers, Consul and NetBox for names of addresses, and prints a table",
            "that --names of other verbs takes."
        },
        footer = {
            "",
            "Examples:",
            "  wirepath names dns://ns1.example/corp.example dns://ns1.example/10.in-addr.arpa > names.csv",
            "  wirepath names kubernetes+http://127.0.0.1:8001 --to names.csv --follow"
        })
final class NamesCommand extends StandardOptions {

    @Parameters(
            paramLabel = "SOURCE",
            arity = "1..*",
            description = "kubernetes:, kubernetes+https://HOST, dns://SERVER/ZONE, dns://SERVER/PREFIX/LENGTH,"
                    + " consul+https://HOST, netbox+https://HOST.")
    private List<String> sources;

    @Option(
            names = "--to",
            paramLabel = "FILE",
            description = "Writes the table into this file. Names that it has and that are told no longer stay, with"
                    + " the time when they ended.")
    private @Nullable Path to;

    @Option(names = "--follow", description = "Asks on and on, and writes FILE anew whenever a name came or ended.")
    private boolean follow;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (follow && to == null) {
            throw refusal("--follow needs --to FILE");
        }
        LogBudget budget = new LogBudget(System::nanoTime);
        try (NameWatch watch = NameWatch.of(
                sources,
                to,
                () -> TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()),
                rows -> shown = rows,
                line -> budget.admit(line).ifPresent(console::complain))) {
            int missing = watch.once();
            if (missing == watch.lists()) {
                throw new Failure("no source told names" + (to == null ? "" : "; nothing is written into " + to));
            }
            if (to == null) {
                watch.show();
                console.print(String.join("\n", shown) + "\n");
            }
            if (follow) {
                watch.start();
                new CountDownLatch(1).await();
            }
            return missing == 0 ? CommandTree.DONE : CommandTree.FAILED;
        }
    }

    private List<String> shown = List.of();
}
