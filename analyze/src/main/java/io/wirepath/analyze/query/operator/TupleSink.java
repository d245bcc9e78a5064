package io.wirepath.analyze.query.operator;

/** Takes tuples. */
@FunctionalInterface
public interface TupleSink {

    /** Takes a tuple, which is its own only until it returns. */
    void accept(Tuple tuple);
}
