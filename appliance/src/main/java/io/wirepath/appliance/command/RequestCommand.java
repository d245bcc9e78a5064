package io.wirepath.appliance.command;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.WholeTrees;
import io.wirepath.analyze.request.CriticalPath;
import io.wirepath.analyze.request.Lifeline;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.pipeline.AnalysisRun.Outcome;
import io.wirepath.pipeline.CallSelection;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.RequiredInputs;
import io.wirepath.report.LifelineJson;
import io.wirepath.report.text.LifelineSection;
import io.wirepath.report.text.Style;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code wirepath request}: one request, what it caused, and where its time went. */
@Command(
        name = "request",
        description = {
            "Shows a single request: what it caused, and where each part of its time went.",
            "The call may be any of the request's calls; it is marked. Its request is the one at the top of its tree."
        },
        footer = {
            "",
            "Examples:",
            "  wirepath request 4711 app.pcap.gz",
            "  wirepath request 10.1.0.11:51748>web2:80@2026-01-31T12:00:01.5Z sw-*.pcap.gz --names hosts"
        })
final class RequestCommand extends AnalysisCommand {

    @Parameters(
            index = "0",
            paramLabel = "CALL",
            description = "Its number in calls.csv, its span's identifier, or CLIENT:PORT>SERVER:PORT[@TIME].")
    private String call;

    @Parameters(
            index = "1..*",
            paramLabel = "INPUT",
            arity = "1..*",
            description = "Capture files (pcap, pcapng, gzip), spools, or a store made by merge or --keep.")
    private List<String> inputs;

    @Mixin
    private NamesOption names;

    @Mixin
    private SpanOptions time;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        CallSelection selection = selection();
        RequiredInputs.check(inputs);
        try (OutputFile file = json.open(inputs)) {
            Outcome outcome = run(names.file(), time.span(spec)).run(inputs, null, null);
            Analysis analysis = outcome.report().analysis();
            int[] asked = selection.calls(analysis, outcome.details());
            json.tell(file, console, () -> LifelineJson.ofRequests(analysis, asked), () -> text(analysis, asked));
        }
        return CommandTree.DONE;
    }

    private CallSelection selection() {
        try {
            return CallSelection.ofCall(call);
        } catch (IllegalArgumentException e) {
            throw refusal(e.getMessage(), e);
        }
    }

    private static Lifeline life(Analysis analysis, CriticalPath path, ServedCalls served, int call) {
        WholeTrees trees = new WholeTrees(analysis.messages(), analysis.links(), analysis.calls());
        return Lifeline.of(path, trees, served, Lifeline.root(analysis.calls(), call));
    }

    private String text(Analysis analysis, int[] asked) {
        ServedCalls served = new ServedCalls(analysis.messages(), analysis.calls());
        CriticalPath path = new CriticalPath(analysis.messages(), analysis.calls(), served);
        Style style = style();
        StringBuilder to = new StringBuilder();
        for (int each : asked) {
            to.append(to.isEmpty() ? "" : "\n")
                    .append(LifelineSection.of(analysis, life(analysis, path, served, each), each, style));
        }
        return to.toString();
    }
}
