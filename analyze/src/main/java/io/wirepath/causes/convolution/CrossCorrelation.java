package io.wirepath.causes.convolution;

import org.jtransforms.fft.DoubleFFT_1D;
import org.jtransforms.utils.CommonUtils;

/**
 * How well one set of times, shifted, matches another (Project 5 §5.2.1): the cross-correlation of their indicator
 * functions, {@code s(t)} = square root of the number of messages in quantum t, by fast Fourier transform.
 *
 * <pre>
 *  s1  │▌   ▌  ▌                C │      ▌
 *  s2  │   ▌   ▌  ▌        ─►     │▂▁▂▁▁▂▌▁▂▁     a spike where s2 holds a copy of s1
 *      └────────────► t           └────────► shift
 * </pre>
 *
 * <p>Not thread-safe.
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

    /** The transform of the indicator function of these times. */
    double[] spectrum(long[] timesNanos) {
        double[] signal = new double[length];
        for (long time : timesNanos) {
            long quantum = (time - startNanos) / quantumNanos;
            if (quantum >= 0 && quantum < quanta) {
                signal[(int) quantum]++;
            }
        }
        for (int t = 0; t < quanta; t++) {
            signal[t] = Math.sqrt(signal[t]);
        }
        transform.realForward(signal);
        return signal;
    }

    /**
     * The correlation at shifts from {@code -lags} to {@code lags} quanta; entry {@code lags} is a shift of none.
     *
     * @param cause spectrum of what comes first
     * @param effect spectrum of what may follow it
     */
    double[] correlate(double[] cause, double[] effect) {
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
}
