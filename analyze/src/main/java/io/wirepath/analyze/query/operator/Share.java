package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.query.cause.Worlds;
import org.jspecify.annotations.Nullable;

/**
 * How often a condition holds in each world: from 0 on, and moved past 1 where an interval is to reach all of them.
 *
 * <p>A row of a wrong cause says what chance says, and each world has some: so shares of the worlds lie between the
 * true one and chance. A row that is there in a share p of the worlds is true so often; then the condition holds with
 * {@code p·t + (1 - p)·c}, with t where causes are true and c where they are wrong. Least squares over the rows tell
 * both (Neter, Maynes, Ramanathan 1965; Lahiri, Larsen 2005, of records that are linked wrongly). That wrong rows
 * differ so is itself in doubt: the worlds are moved by nothing to all of it, evenly. Not thread-safe.
 */
final class Share extends Accumulator {

    private final WorldSum count;
    private final WorldSum holds;
    private double trueTrue;
    private double trueWrong;
    private double wrongWrong;
    private double trueHolds;
    private double wrongHolds;

    Share(StateRoom room) {
        count = new WorldSum(room);
        holds = new WorldSum(room);
    }

    @Override
    void add(Tuple tuple, @Nullable TypedValue of) {
        double value = of == null ? Double.NaN : of.number(tuple);
        if (!Double.isNaN(value)) {
            count.add(1, tuple.worlds);
            holds.add(value, tuple.worlds);
            double p = Worlds.share(tuple.worlds);
            trueTrue += p * p;
            trueWrong += p * (1 - p);
            wrongWrong += (1 - p) * (1 - p);
            trueHolds += p * value;
            wrongHolds += (1 - p) * value;
        }
    }

    @Override
    void addAll(Accumulator other) {
        Share own = (Share) other;
        count.addAll(own.count);
        holds.addAll(own.holds);
        trueTrue += own.trueTrue;
        trueWrong += own.trueWrong;
        wrongWrong += own.wrongWrong;
        trueHolds += own.trueHolds;
        wrongHolds += own.wrongHolds;
    }

    @Override
    double number(int world) {
        double rows = count.in(world);
        double moved = holds.in(world) / rows + leaning() * (world + 0.5) / Worlds.COUNT;
        return rows == 0 ? Double.NaN : Math.max(0, moved);
    }

    /** By how much the mean of the worlds lies below the share of true causes. */
    private double leaning() {
        double shown = trueTrue * wrongWrong - trueWrong * trueWrong;
        if (shown <= 1e-9 * trueTrue * wrongWrong) {
            return 0;
        }
        double ofTrue = (trueHolds * wrongWrong - wrongHolds * trueWrong) / shown;
        return Math.max(0, Math.min(1, ofTrue)) - trueHolds / (trueTrue + trueWrong);
    }

    @Override
    boolean isSure() {
        return count.isSure() && holds.isSure();
    }
}
