package io.wirepath.causes.convolution;

import io.wirepath.causes.TimeOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
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
 * <p>In blocks of quanta, each with what the effects do up to the largest shift before and after it; blocks without
 * messages cost nothing, so that a silence may last for years. A block is taken pair by pair where it holds few
 * messages, by fast Fourier transform otherwise. Not thread-safe.
 */
final class CrossCorrelation {

    /** Quanta of a block at least, as a multiple of the largest shift: most of a transform is then of use. */
    private static final int SHIFTS_A_BLOCK = 3;

    private static final int MIN_BLOCK = 64;

    private final long startNanos;
    private final long quantumNanos;
    private final int lags;
    private final int block;
    private final int length;

    /** Null until a block holds enough for it. */
    private @Nullable DoubleFFT_1D transform;

    /** Prepares for times from a start on, and shifts up to so many quanta either way. */
    CrossCorrelation(long startNanos, long quantumNanos, int lags) {
        this.startNanos = startNanos;
        this.quantumNanos = quantumNanos;
        this.lags = lags;
        // room for the largest shift on both sides, so that the ends do not meet
        length = Integer.highestOneBit(Math.max(MIN_BLOCK, SHIFTS_A_BLOCK * lags) + 2 * lags) * 2;
        block = length - 2 * lags;
    }

    private DoubleFFT_1D transform() {
        if (transform == null) {
            // Analysis runs on the thread that asks for it.
            CommonUtils.setThreadsBeginN_1D_FFT_2Threads(Integer.MAX_VALUE);
            CommonUtils.setThreadsBeginN_1D_FFT_4Threads(Integer.MAX_VALUE);
            transform = new DoubleFFT_1D(length);
        }
        return transform;
    }

    /** An indicator function: the quanta that hold messages, in rising order, and the square roots of their numbers. */
    static final class Signal {

        private final long[] at;
        private final double[] roots;

        /** By block, where it was needed: with the largest shift on both sides. */
        private final Map<Long, double[]> spectra = new HashMap<>();

        private Signal(long[] at, double[] roots) {
            this.at = at;
            this.roots = roots;
        }

        /** The first message in this quantum or later. */
        private int from(long quantum) {
            return TimeOrder.before(at, quantum);
        }
    }

    /** The indicator function of times in any order, none before the start. */
    Signal signal(long[] timesNanos) {
        long[] all = Arrays.stream(timesNanos)
                .map(time -> (time - startNanos) / quantumNanos)
                .sorted()
                .toArray();
        long[] at = Arrays.stream(all).distinct().toArray();
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
        // two transforms, each with about five operations for each value and each bit of the length
        return correlate(cause, effect, 10.0 * length * Integer.numberOfTrailingZeros(length));
    }

    /** The same; blocks of at least so many pairs are transformed. */
    double[] correlate(Signal cause, Signal effect, double pairsToTransform) {
        double[] correlation = new double[2 * lags + 1];
        double[] products = null;
        int first = 0;
        while (first < cause.at.length) {
            long number = cause.at[first] / block;
            int end = cause.from((number + 1) * block);
            int from = effect.from(number * block - lags);
            int to = effect.from((number + 1) * block + lags);
            if ((double) (end - first) * (to - from) < pairsToTransform) {
                addPairs(cause, first, end, effect, from, correlation);
            } else {
                products = products == null ? new double[length] : products;
                addProducts(spectrum(cause, number, first, end), spectrumAround(effect, number, from, to), products);
            }
            first = end;
        }
        if (products != null) {
            transform().realInverse(products, true);
            for (int lag = -lags; lag <= lags; lag++) {
                correlation[lag + lags] += products[lag >= 0 ? lag : length + lag];
            }
        }
        return correlation;
    }

    private void addPairs(Signal cause, int first, int end, Signal effect, int start, double[] to) {
        int from = start;
        for (int c = first; c < end; c++) {
            while (from < effect.at.length && effect.at[from] < cause.at[c] - lags) {
                from++;
            }
            for (int e = from; e < effect.at.length && effect.at[e] <= cause.at[c] + lags; e++) {
                to[(int) (effect.at[e] - cause.at[c]) + lags] += cause.roots[c] * effect.roots[e];
            }
        }
    }

    private static void addProducts(double[] cause, double[] effect, double[] to) {
        to[0] += effect[0] * cause[0];
        to[1] += effect[1] * cause[1];
        for (int f = 2; f < to.length; f += 2) {
            double re = cause[f];
            double im = -cause[f + 1];
            to[f] += effect[f] * re - effect[f + 1] * im;
            to[f + 1] += effect[f] * im + effect[f + 1] * re;
        }
    }

    /** Of effects, which many causes ask for: each is kept. */
    private double[] spectrumAround(Signal of, long number, int from, int to) {
        return of.spectra.computeIfAbsent(number, any -> spectrum(of, number, from, to));
    }

    private double[] spectrum(Signal of, long number, int from, int to) {
        double[] signal = new double[length];
        for (int i = from; i < to; i++) {
            signal[Math.floorMod((int) (of.at[i] - number * block), length)] = of.roots[i];
        }
        transform().realForward(signal);
        return signal;
    }
}
