package io.wirepath.appliance.serve;

import io.wirepath.analyze.path.RoleMemory;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.LongPolls;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.explain.ExplainedLinks;
import io.wirepath.causes.incremental.CarriedTables;
import io.wirepath.causes.incremental.StreamingAlgorithm;
import io.wirepath.causes.incremental.WindowAnswer;
import io.wirepath.causes.incremental.WindowedInference;
import io.wirepath.causes.loading.AnalysisMemory;
import io.wirepath.causes.loading.MessageColumns;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.causes.loading.Vantage;
import io.wirepath.pipeline.AlgorithmChoice.Chosen;
import io.wirepath.pipeline.IdentifiedCalls;
import io.wirepath.pipeline.Job;
import io.wirepath.report.Report;
import java.util.List;

/**
 * Analyses windows one after another. Keeps from window to window what an algorithm can go on from, and where the
 * sniffers stand; both are bounded. Used by one thread.
 */
public final class WindowAnalyst {

    /** Views of hosts by sniffers that are kept; when there are more, what was seen of all is learnt again. */
    private static final int MAX_VIEWS = 200_000;

    private final RoleMemory roles;
    private final LongPolls longPolls;
    private Vantage vantage = new Vantage();
    private CarriedTables carried = CarriedTables.nothing();
    private String carriedFor = "";
    private MessageDetails details = new MessageDetails();
    private int messages;
    private long leftOut;

    /** Has seen nothing before. */
    public WindowAnalyst() {
        this(new RoleMemory(), new LongPolls());
    }

    /** Names roles and knows long polls as others do that share this memory. */
    WindowAnalyst(RoleMemory roles, LongPolls longPolls) {
        this.roles = roles;
        this.longPolls = longPolls;
    }

    /** Everything that is to be told of a window. */
    public Report analyse(WindowJob job) {
        return analyse(job, Long.MAX_VALUE);
    }

    /** How many messages the window had that was analysed last, as far as there was room. */
    int messages() {
        return messages;
    }

    /** How many of its messages there was no room for. */
    long leftOut() {
        return leftOut;
    }

    /** The same, of so many messages at most. */
    Report analyse(WindowJob job, long mostMessages) {
        if (vantage.size() > MAX_VIEWS) {
            vantage = new Vantage();
        }
        AnalysisMemory memory = AnalysisMemory.ofHeap(Runtime.getRuntime().maxMemory(), mostMessages);
        memory.leftOutBefore(job.messages().leftOut());
        job.messages().forEach(message -> {
            vantage.count(message);
            memory.count(message);
        });
        vantage.finish();
        MessageColumns columns = new MessageColumns(vantage, job.names(), memory);
        columns.longPolls(longPolls);
        if (!job.ids().isEmpty()) {
            columns.details().keepDigests();
        }
        for (int i = 0; i < job.operations().size(); i++) {
            if (!job.operations().get(i).isEmpty()) {
                columns.template(i + 1, job.operations().get(i));
            }
        }
        job.messages().forEach(columns::add);
        MessageTable table = columns.build();
        details = columns.details();
        messages = table.size();
        leftOut = table.leftOut().messages() - job.messages().leftOut();
        Report report = Job.run(
                new Job.Sources(job.title(), table, job.inputs(), job.notes(), job.merge(), job.hosts(), job.before()),
                job.messages().core(),
                new Job.Choice(
                        job.inference(),
                        job.inference().paths(),
                        (messages, chosen) -> new ExplainedLinks(infer(messages, chosen, job), List.of()),
                        roles,
                        analysis -> null));
        return job.ids().isEmpty() ? report : new IdentifiedCalls(report, details).with(job.ids());
    }

    /** What exports need besides, of the window that was analysed last. */
    MessageDetails details() {
        return details;
    }

    private LinkTable infer(MessageTable table, Chosen chosen, WindowJob job) {
        if (!(chosen.algorithm() instanceof WindowedInference windowed && windowed.isOneWindow(table))) {
            carried = CarriedTables.nothing();
            return chosen.algorithm().infer(table);
        }
        StreamingAlgorithm streaming = windowed.streaming();
        String how = streaming.name() + job.inference();
        if (!carriedFor.equals(how)) {
            carried = CarriedTables.nothing();
            carriedFor = how;
        }
        WindowAnswer answer = streaming.infer(table, carried);
        carried = answer.carry(job.nextWindowNanos());
        return answer.links();
    }
}
