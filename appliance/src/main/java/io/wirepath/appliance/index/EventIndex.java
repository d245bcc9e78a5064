package io.wirepath.appliance.index;

import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.ParsedQuery;
import io.wirepath.analyze.query.language.ParsedQuery.Joining;
import io.wirepath.analyze.query.language.ParsedQuery.Named;
import io.wirepath.analyze.query.language.ParsedQuery.Nested;
import io.wirepath.analyze.query.language.ParsedQuery.Scan;
import io.wirepath.analyze.query.language.ParsedQuery.SourceTerm;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.language.QueryText;
import io.wirepath.analyze.query.language.QueryText.Script;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.analyze.query.plan.QueryAnswer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An index that can be asked. A nested query that sums up, orders or limits is answered of all parts before the query
 * that it is in; so the answer is that of all events, however they are cut into parts. Immutable; each question takes
 * threads of its own.
 */
public final class EventIndex {

    private final Path directory;
    private final List<EventSet> parts;
    private final QueryBounds bounds;
    private final int threads;

    private EventIndex(Path directory, List<EventSet> parts, QueryBounds bounds, int threads) {
        this.directory = directory;
        this.parts = parts;
        this.bounds = bounds;
        this.threads = threads;
    }

    /** Whether this directory holds an index, be it whole or not. */
    public static boolean isIndex(Path directory) {
        return isWhole(directory) || Files.exists(directory.resolve(PartWriter.name(0) + PartWriter.COLUMNS));
    }

    /** Whether this directory holds an index whose making came to its end. */
    public static boolean isWhole(Path directory) {
        return PartWriter.isWhole(directory);
    }

    /**
     * Opens an index.
     *
     * @param threads how many go through parts at a time
     * @throws IOException where there is none, or it is damaged or of another format
     */
    public static EventIndex open(Path directory, QueryBounds bounds, int threads) throws IOException {
        if (!isIndex(directory)) {
            throw new IOException(directory + ": holds no index of events");
        }
        if (!isWhole(directory)) {
            throw new IOException(directory + ": holds an index that was not finished; build it again");
        }
        List<EventSet> parts = new ArrayList<>();
        try {
            int count = PartWriter.parts(directory);
            if (count < 1 || Files.exists(directory.resolve(PartWriter.name(count) + PartWriter.LAYOUT))) {
                throw new IOException("there are not " + count + " parts, as its description says");
            }
            for (int part = 0; part < count; part++) {
                parts.add(new IndexPart(directory, part));
            }
        } catch (IOException e) {
            throw damaged(directory, e);
        }
        return new EventIndex(directory, List.copyOf(parts), bounds, threads);
    }

    private static IOException damaged(Path directory, IOException why) {
        return new IOException(
                directory + ": the index is damaged, or of another version: " + why.getMessage()
                        + "; remove the directory and build the index again",
                why);
    }

    /** How many parts it has. */
    public int parts() {
        return parts.size();
    }

    /**
     * The answer of a query.
     *
     * @throws QueryException where it has a mistake, or asks for too much
     * @throws IOException where the index is damaged
     */
    public QueryAnswer answer(String text) throws IOException {
        Script script = QueryText.parse(text);
        IdentityHashMap<ParsedQuery, QueryAnswer> answered = new IdentityHashMap<>();
        try {
            answerNested(script.query(), script.definitions(), answered);
            return run(script, answered);
        } catch (UncheckedIOException e) {
            throw damaged(directory, Objects.requireNonNull(e.getCause()));
        }
    }

    /** Answers the nested queries that are of all events, the innermost first. */
    private void answerNested(
            ParsedQuery query,
            Map<String, ParsedQuery> definitions,
            IdentityHashMap<ParsedQuery, QueryAnswer> answered) {
        List<Scan> scans = new ArrayList<>(List.of(query.from()));
        query.joins().stream().map(Joining::scan).forEach(scans::add);
        for (Scan scan : scans) {
            for (SourceTerm term : scan.sources()) {
                ParsedQuery nested = nested(term, definitions);
                if (nested == null || answered.containsKey(nested)) {
                    continue;
                }
                answerNested(nested, definitions, answered);
                Script alone = new Script(definitions, nested);
                if (isOfAll(alone, answered)) {
                    answered.put(nested, run(alone, answered));
                }
            }
        }
    }

    private static @Nullable ParsedQuery nested(SourceTerm term, Map<String, ParsedQuery> definitions) {
        return term instanceof Nested inline ? inline.query() : definitions.get(((Named) term).name());
    }

    private boolean isOfAll(Script script, IdentityHashMap<ParsedQuery, QueryAnswer> answered) {
        ParsedQuery query = script.query();
        return query.order() != null
                || query.limit() != Integer.MAX_VALUE
                || PartedQuery.isSummary(parts.get(0), script, answered, bounds);
    }

    private QueryAnswer run(Script script, IdentityHashMap<ParsedQuery, QueryAnswer> answered) {
        boolean isOfAnswers = script.query().from().sources().stream()
                .map(term -> nested(term, script.definitions()))
                .anyMatch(nested -> nested != null && answered.containsKey(nested));
        if (isOfAnswers && script.query().from().sources().size() > 1) {
            throw new QueryException(
                    script.query().from().position(),
                    "an index answers no union with a nested query that sums up; ask for each alone");
        }
        List<EventSet> asked = isOfAnswers ? parts.subList(0, 1) : parts;
        return new PartedQuery(script, answered, bounds).answer(asked, threads);
    }
}
