package io.wirepath.bench.accuracy;

import io.wirepath.analyze.query.event.AnalysisEvents;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.TimeSpan;
import io.wirepath.pipeline.LoadedMessages;
import io.wirepath.pipeline.QueryRun;
import java.io.IOException;
import java.util.List;

/**
 * A recorded set of which queries are asked: as it was inferred, and as it truly was.
 *
 * @param inferred what was inferred of it
 * @param truth the same events with their true causes
 */
record AskedSet(Analysis inferred, EventSet truth) {

    /** What is not counted: in the beginning not all sniffers capture, and connections are nobody's yet. */
    private static final long START_NANOS = 2_000_000_000L;

    /** Reads a set, and infers. */
    static AskedSet of(RecordedSet set, long seed) throws IOException {
        LoadedMessages loaded = set.load(seed);
        Analysis inferred = Analyzer.analyze(
                loaded.table(),
                Algorithms.byName("joint"),
                AnalysisSettings.defaults(),
                new TimeSpan(loaded.table().timeNanos(0) + START_NANOS, Long.MAX_VALUE));
        return new AskedSet(
                inferred,
                new TrueEvents(
                        inferred, TruthMatch.forest(set.truth(), loaded.table(), inferred.calls()), set.truth()));
    }

    /** What the program answers. */
    QueryAnswer found(String query) {
        return QueryRun.answer(query, new AnalysisEvents(inferred, List.of()));
    }

    /** What is true. */
    QueryAnswer expected(String query) {
        return QueryRun.answer(query, truth);
    }
}
