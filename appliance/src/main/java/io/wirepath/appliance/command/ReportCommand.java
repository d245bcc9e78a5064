package io.wirepath.appliance.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.FindingLog;
import io.wirepath.appliance.serve.IncidentReport;
import io.wirepath.appliance.serve.history.CallHistory;
import io.wirepath.appliance.serve.history.HistoryBounds;
import io.wirepath.appliance.serve.history.HistoryCounters;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.OutputForm;
import io.wirepath.report.text.Figures;
import io.wirepath.report.text.Style;
import io.wirepath.report.text.TextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath report}: incidents of a service, for a ticket, of what it keeps. */
@Command(
        name = "report",
        description = {
            "Lists the incidents that a service has found, or writes the report of one: what, when, who suffers,"
                    + " requests that show it and like ones from before, and what was ruled out.",
            "Reads what the service keeps, whether it runs or not; the same is kept, the same is written."
        },
        footer = {
            "",
            "Examples:",
            "  wirepath report /var/lib/wirepath/serve",
            "  wirepath report /var/lib/wirepath/serve 3f2a91c0 --html incident.html"
        })
final class ReportCommand extends StandardOptions {

    @Parameters(index = "0", paramLabel = "DIRECTORY", description = "What the service keeps.")
    private Path directory;

    @Parameters(index = "1", arity = "0..1", paramLabel = "INCIDENT", description = "Which one, as the list names it.")
    private @Nullable String incident;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Where it is written. Default: incident-INCIDENT.html.")
    private @Nullable Path html;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(directory.resolve("windows"))) {
            throw new Failure(directory + ": is not what a service keeps; name the directory of 'wirepath serve'");
        }
        HistoryCounters counters = new HistoryCounters();
        IncidentReport report = new IncidentReport(
                new ReportHistory(directory.resolve("windows"), HistoryBounds.ofReports(), counters),
                new CallHistory(directory.resolve("calls"), HistoryBounds.ofMessages(), counters));
        FindingLog log = report.replayed();
        if (incident == null) {
            console.print(list(log, style()));
            return CommandTree.DONE;
        }
        ObjectNode finding = log.finding(incident)
                .orElseThrow(() -> new Failure(
                        "there is no incident " + incident + "; 'wirepath report " + directory + "' lists them"));
        Path file = html == null ? Path.of("incident-" + incident + ".html") : html;
        try (OutputFile page = OutputFile.open(file, List.of(), OutputForm.PAGE)) {
            page.write(draft -> Files.writeString(draft, report.page(finding)));
        }
        console.print("Wrote " + file + "\n");
        return CommandTree.DONE;
    }

    private static String list(FindingLog log, Style style) {
        TextTable table = new TextTable("<incident", "<since", "<until", "/what");
        for (JsonNode finding : log.json(Long.MIN_VALUE, Long.MAX_VALUE).path("findings")) {
            JsonNode end = finding.path("endNanos");
            table.row(
                    finding.path("id").asText(),
                    moment(finding.path("onsetNanos").asLong()),
                    end.isNumber() ? moment(end.asLong()) : "open",
                    Figures.printable(finding.path("title").asText()));
        }
        StringBuilder to = new StringBuilder();
        table.print(to, style);
        return to.isEmpty() ? "No incident is kept.\n" : to.toString();
    }

    private static String moment(long nanos) {
        return Instant.ofEpochSecond(0, nanos).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
