package io.wirepath.analyze.query.operator;

import java.util.List;

/** The last operator of a query: takes tuples, and can be asked for the rows at any time. Not thread-safe. */
public interface AnswerSink extends TupleSink {

    /** The rows that what came so far makes. */
    List<AnswerRow> rows();
}
