package io.wirepath.causes.convolution;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.jtransforms.fft.DoubleFFT_1D;
import org.jtransforms.utils.CommonUtils;

/**
 * How well one set of times, shifted, matches another (Project 5 §5.2.1): the cross-correlation of their indicator
 * functions, {@code s(t)} = square root of the number of messages in quantum t.
 *
 * <pre>
 *  s1  │▌   ▌  ▌                C │      ▌
 *  s2  │   ▌   ▌  ▌        ─►     │▂▁▂▁▁▂▌▁▂▁     a spike where s2 holds a copy of s1
 *      └────────────► t           └────────► shift
 * </pre>
 *
 * <p>By fast Fourier transform, or pair by pair where the quanta with messages are few. Not thread-safe.
 */
final class CrossCorrelation {

    private final long startNanos;
    private final long quantumNanos;
    private final int quanta;
    private final int lags;
    private final int length;
    private final DoubleFFT_1D transform;

    /** Prepares for times from a start on, over so many quanta, and shifts up to so many quanta either way. */
    CrossCorrelation(long startNanos, long quantumNanos, int quanta, int lags) {
        this.startNanos = startNanos;
        this.quantumNanos = quantumNanos;
        this.quanta = quanta;
        this.lags = lags;
        // Room for the largest shift, so that the ends do not meet.
        length = Integer.highestOneBit(Math.max(2, quanta + lags) * 2 - 1);
        // Analysis runs on the thread that asks for it.
        CommonUtils.setThreadsBeginN_1D_FFT_2Threads(Integer.MAX_VALUE);
        CommonUtils.setThreadsBeginN_1D_FFT_4Threads(Integer.MAX_VALUE);
        transform = new DoubleFFT_1D(length);
    }

    /** An indicator function: the quanta that hold messages, and the square roots of their numbers. */
    static final class Signal {

        private final int[] at;
        private final double[] roots;
        private double @Nullable [] spectrum;

        private Signal(int[] at, double[] roots) {
            this.at = at;
            this.roots = roots;
        }
    }

    /** The indicator function of times in any order. */
    Signal signal(long[] timesNanos) {
        int[] all = Arrays.stream(timesNanos)
                .map(time -> (time - startNanos) / quantumNanos)
                .filter(quantum -> quantum >= 0 && quantum < quanta)
                .mapToInt(quantum -> (int) quantum)
                .sorted()
                .toArray();
        int[] at = Arrays.stream(all).distinct().toArray();
        double[] roots = new double[at.length];
        int next = 0;
        for (int i = 0; i < at.length; i++) {
            int first = next;
            while (next < all.length && all[next] == at[i]) {
                next++;
            }
            roots[i] = Math.sqrt(next - first);
        }
        return new Signal(at, roots);
    }

    /**
     * The correlation at shifts from {@code -lags} to {@code lags} quanta; entry {@code lags} is a shift of none.
     *
     * @param cause what comes first
     * @param effect what may follow it
     */
    double[] correlate(Signal cause, Signal effect) {
        double pairs = (double) cause.at.length * effect.at.length * Math.min(1, 2.0 * lags / quanta);
        // a transform takes about five operations for each value and each bit of the length; two are needed
        double transforms = 10.0 * length * Integer.numberOfTrailingZeros(length);
        return pairs < transforms ? byPairs(cause, effect) : byTransform(cause, effect);
    }

    double[] byPairs(Signal cause, Signal effect) {
        double[] correlation = new double[2 * lags + 1];
        int from = 0;
        for (int c = 0; c < cause.at.length; c++) {
            while (from < effect.at.length && effect.at[from] < cause.at[c] - lags) {
                from++;
            }
            for (int e = from; e < effect.at.length && effect.at[e] <= cause.at[c] + lags; e++) {
                correlation[effect.at[e] - cause.at[c] + lags] += cause.roots[c] * effect.roots[e];
            }
        }
        return correlation;
    }

    double[] byTransform(Signal causes, Signal effects) {
        double[] cause = spectrum(causes);
        double[] effect = spectrum(effects);
        double[] product = new double[length];
        product[0] = effect[0] * cause[0];
        product[1] = effect[1] * cause[1];
        for (int f = 2; f < length; f += 2) {
            double re = cause[f];
            double im = -cause[f + 1];
            product[f] = effect[f] * re - effect[f + 1] * im;
            product[f + 1] = effect[f] * im + effect[f + 1] * re;
        }
        transform.realInverse(product, true);
        double[] correlation = new double[2 * lags + 1];
        for (int lag = -lags; lag <= lags; lag++) {
            correlation[lag + lags] = product[lag >= 0 ? lag : length + lag];
        }
        return correlation;
    }

    private double[] spectrum(Signal of) {
        if (of.spectrum == null) {
            double[] signal = new double[length];
            for (int i = 0; i < of.at.length; i++) {
                signal[of.at[i]] = of.roots[i];
            }
            transform.realForward(signal);
            of.spectrum = signal;
        }
        return of.spectrum;
    }
}
