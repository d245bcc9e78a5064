package io.wirepath.appliance.serve;

import io.wirepath.analyze.host.HostLog;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.appliance.serve.history.MessageHistory;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.Job;
import io.wirepath.pipeline.LoadedMessages;
import io.wirepath.pipeline.MessageLoader;
import io.wirepath.pipeline.NodeNames;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Answers a query once, of messages that the service has kept: those of a stretch of time, with the margins of a window
 * around it for their causes. One at a time. Thread-safe.
 */
public final class PastQuestions {

    /** Messages of the time that is asked about, at most: their causes are inferred for each question. */
    private static final long MAX_MESSAGES = 400_000;

    private final ServeSettings settings;
    private final ServeControl control;
    private final ReportHistory reports;
    private final long maxMessages;
    private final ReentrantLock turn = new ReentrantLock();

    /** Of what these keep. */
    public PastQuestions(ServeSettings settings, ServeControl control, ReportHistory reports) {
        this(settings, control, reports, MAX_MESSAGES);
    }

    /** The same with another bound. */
    PastQuestions(ServeSettings settings, ServeControl control, ReportHistory reports, long maxMessages) {
        this.maxMessages = maxMessages;
        this.settings = settings;
        this.control = control;
        this.reports = reports;
    }

    /**
     * The answer.
     *
     * @param span what begins within it is counted
     * @throws QueryException where the query has a mistake or asks for too much
     * @throws Failure where nothing is kept of that time, it holds too much, or another question is being answered; the
     *     message says which
     */
    public QueryAnswer answer(String query, TimeSpan span) throws IOException {
        QueryRun.check(query);
        if (!turn.tryLock()) {
            throw new Failure("another question is being answered");
        }
        try {
            checkSize(span);
            return QueryRun.answer(query, QueryRun.events(report(span)), QueryBounds.standing());
        } finally {
            turn.unlock();
        }
    }

    private void checkSize(TimeSpan span) {
        long messages = 0;
        for (WindowId id : reports.windows(Long.MIN_VALUE, span.toNanos(), Integer.MAX_VALUE)) {
            if (id.toNanos() > span.fromNanos()) {
                long all = reports.summary(id)
                        .map(summary -> summary.path("messages").asLong())
                        .orElse(0L);
                long within = Math.min(id.toNanos(), span.toNanos()) - Math.max(id.fromNanos(), span.fromNanos());
                messages += (long) ((double) all * within / (id.toNanos() - id.fromNanos()));
            }
        }
        if (messages > maxMessages) {
            throw tooMany(messages);
        }
    }

    private Failure tooMany(long messages) {
        return new Failure("that time has some " + messages + " messages, and one question reads " + maxMessages
                + " at most; ask about a shorter time, or wirepath query in the messages folder");
    }

    private Report report(TimeSpan span) throws IOException {
        WindowSettings windows = control.tuning().windows();
        TimeSpan looked = new TimeSpan(span.fromNanos() - windows.beforeNanos(), span.toNanos() + windows.afterNanos());
        List<Path> stores = MessageHistory.stores(settings.state().resolve("messages"), looked);
        if (stores.isEmpty()) {
            throw new Failure("no message is kept of that time");
        }
        LoadedMessages loaded = new MessageLoader(NodeNames.ofHeap(), looked, true).load(stores);
        if (loaded.table().size() == 0) {
            throw new Failure("no message is kept of that time");
        }
        if (loaded.table().size() > 2 * maxMessages) { // windows whose reports are gone told nothing of theirs
            throw tooMany(loaded.table().size());
        }
        Job.Sources sources = new Job.Sources(
                "a question", loaded.table(), loaded.inputs(), loaded.notes(), loaded.merge(), HostLog.NONE, List.of());
        return Job.run(
                sources,
                span,
                new Job.Choice(
                        control.tuning().inference(),
                        control.tuning().inference().paths(),
                        Job.Links.COMPUTED));
    }
}
