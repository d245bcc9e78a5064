package io.wirepath.merge.clock;

/**
 * Weighted least squares over differences: given x[second] - x[first] = d with an uncertainty for some pairs, and
 * x[reference] = 0, finds the x that disagree least.
 *
 * <p>Normal equations, solved by elimination: there are as many unknowns as sniffers. An unknown that no chain of
 * differences ties to the reference stays 0. Uncertainties of the pairs are bounds rather than deviations, so along a
 * chain they add up: the uncertainty of an unknown is that of its best chain.
 */
final class WeightedOffsets {

    private final int size;
    private final int reference;
    private final double[][] normal;
    private final double[] right;
    private final double[][] direct;
    private double[] values;

    WeightedOffsets(int size, int reference) {
        this.size = size;
        this.reference = reference;
        normal = new double[size][size];
        right = new double[size];
        direct = new double[size][size];
        values = new double[size];
        for (int i = 0; i < size; i++) {
            java.util.Arrays.fill(direct[i], Double.POSITIVE_INFINITY);
            direct[i][i] = 0;
        }
    }

    void add(int first, int second, double difference, double uncertainty) {
        double weight = 1 / (uncertainty * uncertainty);
        normal[first][first] += weight;
        normal[second][second] += weight;
        normal[first][second] -= weight;
        normal[second][first] -= weight;
        right[second] += weight * difference;
        right[first] -= weight * difference;
        direct[first][second] = Math.min(direct[first][second], uncertainty);
        direct[second][first] = Math.min(direct[second][first], uncertainty);
    }

    void solve() {
        double[][] a = new double[size][];
        double[] b = right.clone();
        for (int i = 0; i < size; i++) {
            a[i] = normal[i].clone();
        }
        java.util.Arrays.fill(a[reference], 0);
        a[reference][reference] = 1;
        b[reference] = 0;
        values = eliminate(a, b);
        shortestChains();
    }

    /** Gauss-Jordan with column pivots; a column without a pivot is an unknown that nothing ties, and stays 0. */
    private double[] eliminate(double[][] a, double[] b) {
        int[] pivotRow = new int[size];
        boolean[] used = new boolean[size];
        for (int column = 0; column < size; column++) {
            int pivot = -1;
            for (int row = 0; row < size; row++) {
                if (!used[row] && (pivot < 0 || Math.abs(a[row][column]) > Math.abs(a[pivot][column]))) {
                    pivot = row;
                }
            }
            double scale = Math.abs(normal[column][column]) + 1e-300;
            if (pivot < 0 || Math.abs(a[pivot][column]) <= 1e-9 * Math.min(1, scale)) {
                pivotRow[column] = -1;
                continue;
            }
            used[pivot] = true;
            pivotRow[column] = pivot;
            clearColumn(a, b, pivot, column);
        }
        double[] x = new double[size];
        for (int column = 0; column < size; column++) {
            int row = pivotRow[column];
            x[column] = row < 0 ? 0 : b[row] / a[row][column];
        }
        return x;
    }

    private void clearColumn(double[][] a, double[] b, int pivot, int column) {
        for (int row = 0; row < size; row++) {
            double factor = row == pivot ? 0 : a[row][column] / a[pivot][column];
            if (factor == 0) {
                continue;
            }
            for (int k = column; k < size; k++) {
                a[row][k] -= factor * a[pivot][k];
            }
            b[row] -= factor * b[pivot];
        }
    }

    /** Floyd-Warshall over the uncertainties. */
    private void shortestChains() {
        for (int via = 0; via < size; via++) {
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    direct[i][j] = Math.min(direct[i][j], direct[i][via] + direct[via][j]);
                }
            }
        }
    }

    double[] values() {
        return values;
    }

    double[] uncertainties() {
        double[] u = new double[size];
        for (int i = 0; i < size; i++) {
            u[i] = Double.isInfinite(direct[reference][i]) ? 0 : direct[reference][i];
        }
        return u;
    }
}
