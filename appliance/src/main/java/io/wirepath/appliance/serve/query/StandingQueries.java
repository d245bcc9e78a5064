package io.wirepath.appliance.serve.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.appliance.serve.history.StateFile;
import io.wirepath.causes.TimeSpan;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.report.Report;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The standing queries of a service; they outlive it. Thread-safe. */
public final class StandingQueries {

    /** Most queries that stand at a time. */
    public static final int MAX = 32;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final StateFile file;
    private final Map<String, RunningQuery> running = new LinkedHashMap<>();
    private final List<Consumer<IntervalResult>> listeners = new CopyOnWriteArrayList<>();

    /**
     * Takes up the queries of this directory.
     *
     * @param log takes a line for each that is no query any more
     * @throws IOException where they cannot be read
     */
    public StandingQueries(Path state, Consumer<String> log) throws IOException {
        file = new StateFile(state.resolve("queries"));
        Optional<byte[]> kept = file.readOrSetAside(
                aside -> log.accept("the standing queries are damaged and not asked; they are kept as " + aside));
        if (kept.isPresent()) {
            for (JsonNode each : JSON.readTree(kept.get()).path("queries")) {
                try {
                    StandingQuery query = new StandingQuery(
                            each.path("name").asText(),
                            each.path("query").asText(),
                            each.path("everyNanos").asLong());
                    running.put(query.name(), new RunningQuery(query));
                } catch (QueryException e) {
                    log.accept("the standing query " + each.path("name").asText() + " is left out: " + e.getMessage());
                }
            }
        }
    }

    /**
     * Installs a query, or changes the one of its name, which begins again.
     *
     * @return whether it is new
     * @throws QueryException where it has a mistake, or there are too many
     * @throws IOException where it cannot be kept; then nothing was changed
     */
    public boolean put(StandingQuery query) throws IOException {
        QueryRun.check(query.text());
        RunningQuery made = new RunningQuery(query);
        synchronized (this) {
            RunningQuery before = running.get(query.name());
            if (before == null && running.size() == MAX) {
                throw new QueryException("there are " + MAX + " standing queries, which is the most; remove one");
            }
            running.put(query.name(), made);
            try {
                keep();
            } catch (IOException e) {
                if (before == null) {
                    running.remove(query.name());
                } else {
                    running.put(query.name(), before);
                }
                throw e;
            }
            return before == null;
        }
    }

    /** Removes a query; tells whether it was there. */
    public synchronized boolean remove(String name) throws IOException {
        RunningQuery removed = running.remove(name);
        if (removed != null) {
            keep();
        }
        return removed != null;
    }

    /** How each stands. */
    public synchronized List<StandingStatus> list() {
        return running.values().stream().map(RunningQuery::status).toList();
    }

    /** How this one stands; empty where there is none of this name. */
    public synchronized Optional<StandingStatus> status(String name) {
        return Optional.ofNullable(running.get(name)).map(RunningQuery::status);
    }

    /** The results of a query, the oldest first; empty where there is none of this name. */
    public synchronized Optional<List<IntervalResult>> results(String name) {
        return Optional.ofNullable(running.get(name)).map(RunningQuery::results);
    }

    /** Has each result handed over as it is made, by the thread that makes it, which must not be kept waiting. */
    public void onResult(Consumer<IntervalResult> listener) {
        listeners.add(listener);
    }

    /**
     * Asks all queries of a window.
     *
     * @param ticker tells durations, in nanoseconds from anywhere
     */
    public void window(Report report, LongSupplier ticker) {
        List<IntervalResult> made = new ArrayList<>();
        synchronized (this) {
            if (running.isEmpty()) {
                return;
            }
            EventSet events = QueryRun.events(report);
            TimeSpan core = report.analysis().counted();
            for (RunningQuery each : running.values()) {
                long start = ticker.getAsLong();
                each.window(events, core, made::add);
                each.took(ticker.getAsLong() - start);
            }
        }
        made.forEach(result -> listeners.forEach(listener -> listener.accept(result)));
    }

    private void keep() throws IOException {
        ObjectNode to = JSON.createObjectNode();
        ArrayNode queries = to.putArray("queries");
        running.values()
                .forEach(each -> queries.addObject()
                        .put("name", each.query().name())
                        .put("query", each.query().text())
                        .put("everyNanos", each.query().everyNanos()));
        file.write(to.toString().getBytes(StandardCharsets.UTF_8));
    }
}
