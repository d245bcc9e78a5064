package io.wirepath.appliance.index;

import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.ParsedQuery;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.language.QueryText.Script;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.operator.GroupTable;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.analyze.query.plan.CompiledQuery;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.analyze.query.plan.QueryCompiler;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One question to the parts of an index: each thread takes a part after the other, and what they found is put together.
 * Used once.
 */
final class PartedQuery {

    private final Script script;
    private final IdentityHashMap<ParsedQuery, QueryAnswer> answered;
    private final QueryBounds bounds;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicLong stepsLeft;
    private final AtomicInteger rowsLeft;

    PartedQuery(Script script, IdentityHashMap<ParsedQuery, QueryAnswer> answered, QueryBounds bounds) {
        this.script = script;
        this.answered = answered;
        this.bounds = bounds;
        stepsLeft = new AtomicLong(bounds.steps());
        rowsLeft = new AtomicInteger(bounds.rows());
    }

    /** Whether a query sums up; otherwise its rows are of events. */
    static boolean isSummary(
            EventSet any, Script script, IdentityHashMap<ParsedQuery, QueryAnswer> answered, QueryBounds bounds) {
        return new QueryCompiler(new NoEvents(any), bounds)
                .withAnswers(answered)
                .compile(script, null)
                .isSummary();
    }

    /** Groups, and rows by the number of their part. */
    private record Found(GroupTable table, Map<Integer, List<AnswerRow>> rows) {}

    QueryAnswer answer(List<EventSet> parts, int threads) {
        // a mistake is told before any work
        new QueryCompiler(new NoEvents(parts.get(0)), bounds)
                .withAnswers(answered)
                .compile(script, null);
        List<Found> found = threads == 1 || parts.size() == 1 ? List.of(work(parts)) : inThreads(parts, threads);
        GroupTable table = found.get(0).table();
        CompiledQuery last = new QueryCompiler(new NoEvents(parts.get(0)), bounds)
                .withAnswers(answered)
                .compile(script, table);
        Map<Integer, List<AnswerRow>> rows = new TreeMap<>(found.get(0).rows());
        for (Found more : found.subList(1, found.size())) {
            table.addAll(more.table(), last.aggregates());
            rows.putAll(more.rows());
        }
        return last.isSummary()
                ? last.answer()
                : last.answer(rows.values().stream().flatMap(List::stream).toList());
    }

    private List<Found> inThreads(List<EventSet> parts, int threads) {
        ExecutorService workers = Executors.newFixedThreadPool(Math.min(threads, parts.size()));
        try {
            List<Future<Found>> running = new ArrayList<>();
            for (int worker = 0; worker < Math.min(threads, parts.size()); worker++) {
                running.add(workers.submit(() -> work(parts)));
            }
            List<Found> found = new ArrayList<>();
            for (Future<Found> each : running) {
                found.add(each.get());
            }
            return found;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QueryException("it was stopped");
        } finally {
            workers.shutdownNow();
        }
    }

    private Found work(List<EventSet> parts) {
        Found found = new Found(new GroupTable(bounds), new TreeMap<>());
        for (int part = next.getAndIncrement(); part < parts.size(); part = next.getAndIncrement()) {
            QueryBounds left = new QueryBounds(
                    bounds.groups(), Math.max(0, rowsLeft.get()), bounds.bytes(), Math.max(0, stepsLeft.get()));
            CompiledQuery query = new QueryCompiler(parts.get(part), left)
                    .withAnswers(answered)
                    .compile(script, found.table());
            query.feed();
            stepsLeft.addAndGet(-query.steps());
            if (!query.isSummary()) {
                List<AnswerRow> rows = query.answer().rows();
                rowsLeft.addAndGet(-rows.size());
                found.rows().put(part, rows);
            }
        }
        return found;
    }
}
