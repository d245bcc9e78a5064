package io.wirepath.analyze.query.operator;

import java.util.function.DoubleBinaryOperator;
import java.util.stream.DoubleStream;

/**
 * Between what a quantity lies, and what is reckoned with it (interval arithmetic; Moore 1966). Immutable.
 *
 * @param least negative infinity where nobody says
 * @param most infinity where nobody says
 */
public record QuantityRange(double least, double most) {

    /** Nobody says. */
    public static final QuantityRange ANY = new QuantityRange(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    /** Of a sum, a difference, a product or a ratio, which is anything where the other may be 0. */
    public QuantityRange with(QuantityRange other, DoubleBinaryOperator reckoned) {
        double[] ends = DoubleStream.of(least, most)
                .flatMap(one -> DoubleStream.of(other.least, other.most).map(two -> reckoned.applyAsDouble(one, two)))
                .sorted()
                .toArray();
        boolean isAny = Double.isInfinite(reckoned.applyAsDouble(1, 0)) && other.least <= 0 && other.most >= 0;
        return isAny || Double.isNaN(ends[3]) ? ANY : new QuantityRange(ends[0], ends[3]);
    }
}
