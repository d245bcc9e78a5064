package io.wirepath.causes.joint.model;

/**
 * Bins of a delay: one per clock tick as long as a logarithmic bin would be narrower than a tick, then a fixed number
 * per octave.
 *
 * <pre>
 *  0 1 2 … 5 6 | 7-8 | 9-10 | 11-12 | … | 4096-4704 | 4705-5404 | … | 2^42
 *  one a tick  |       logarithmic          |        logarithmic, by mantissa
 * </pre>
 */
public final class GapBins {

    private static final int TABLE = 4096;
    private static final int TABLE_BITS = 12;
    private static final int OCTAVES_ABOVE = 30;
    private static final int MANTISSA_BITS = 10;

    private final int perOctave;
    private final short[] small = new short[TABLE];
    private final byte[] mantissa = new byte[1 << MANTISSA_BITS];
    private final int firstLarge;
    private final int count;
    private final double[] width;

    public GapBins(int perOctave) {
        this.perOctave = perOctave;
        int bin = 0;
        for (int edge = 0; edge < TABLE; bin++) {
            int next = Math.max(edge + 1, (int) Math.ceil(edge * Math.pow(2, 1.0 / perOctave)));
            for (int m = edge; m < next && m < TABLE; m++) {
                small[m] = (short) bin;
            }
            edge = next;
        }
        firstLarge = bin;
        count = firstLarge + perOctave * OCTAVES_ABOVE;
        for (int i = 0; i < mantissa.length; i++) {
            double log2 = Math.log(1 + (i + 0.5) / mantissa.length) / Math.log(2);
            mantissa[i] = (byte) (perOctave * log2);
        }
        width = widths();
    }

    private double[] widths() {
        double[] ticks = new double[count];
        for (int m = 0; m < TABLE; m++) {
            ticks[small[m]]++;
        }
        for (int b = firstLarge; b < count; b++) {
            double above = b - firstLarge;
            ticks[b] = TABLE * (Math.pow(2, (above + 1) / perOctave) - Math.pow(2, above / perOctave));
        }
        return ticks;
    }

    /** Number of bins. */
    public int count() {
        return count;
    }

    /** Bins of an octave. */
    int perOctave() {
        return perOctave;
    }

    /** Ticks that bin {@code bin} covers. */
    public double width(int bin) {
        return width[bin];
    }

    /** Bin of a delay in ticks; a negative delay counts as none. */
    public int of(long ticks) {
        if (ticks < TABLE) {
            return ticks < 0 ? 0 : small[(int) ticks];
        }
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(ticks);
        int fraction = (int) (ticks >>> octave - MANTISSA_BITS) & (1 << MANTISSA_BITS) - 1;
        int bin = firstLarge + (octave - TABLE_BITS) * perOctave + mantissa[fraction];
        return Math.min(bin, count - 1);
    }
}
