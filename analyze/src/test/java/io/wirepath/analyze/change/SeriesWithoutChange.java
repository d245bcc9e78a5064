package io.wirepath.analyze.change;

import java.util.Random;

/** Times of a server to which nothing happens, of kinds that mislead a test for independent, normal values. */
enum SeriesWithoutChange {
    /** One server, first come, first served, busy 80 % of the time; service of two humps. */
    QUEUE {
        @Override
        void fill(Observations to, Random random, double seconds) {
            double free = 0;
            InFlight hand = new InFlight();
            for (double t = gap(random, 10 / 0.8); t < seconds * 1e3; t += gap(random, 10 / 0.8)) {
                free = Math.max(t, free) + twoHumps(random);
                add(to, hand, t, free - t);
            }
        }
    },
    /** The same, with waves of requests: half a second of 2.5 times the rate now and then. */
    WAVES {
        @Override
        void fill(Observations to, Random random, double seconds) {
            double free = 0;
            double waveEnds = 0;
            double nextWave = gap(random, 2500);
            InFlight hand = new InFlight();
            for (double t = 0; t < seconds * 1e3; t += gap(random, t < waveEnds ? 7 : 18)) {
                if (t > nextWave) {
                    waveEnds = t + 500;
                    nextWave = waveEnds + gap(random, 2500);
                }
                free = Math.max(t, free) + twoHumps(random);
                add(to, hand, t, free - t);
            }
        }
    },
    /** Who was slow once is slow again: autocorrelation 0.9 from request to request. */
    SLUGGISH {
        @Override
        void fill(Observations to, Random random, double seconds) {
            double level = 0;
            InFlight hand = new InFlight();
            for (double t = 0; t < seconds * 1e3; t += gap(random, 50)) {
                level = 0.9 * level + Math.sqrt(1 - 0.81) * random.nextGaussian();
                add(to, hand, t, (random.nextInt(3) == 0 ? 40 : 8) * Math.exp(0.4 * level));
            }
        }
    },
    /** Every few seconds everything stands still for a while. */
    PAUSES {
        @Override
        void fill(Observations to, Random random, double seconds) {
            double pause = gap(random, 4000);
            InFlight hand = new InFlight();
            for (double t = 0; t < seconds * 1e3; t += gap(random, 40)) {
                if (t > pause + 700) {
                    pause = t + gap(random, 4000);
                }
                double wait = t > pause ? pause + 700 - t : 0;
                add(to, hand, t, wait + twoHumps(random));
            }
        }
    };

    /** Adds what is observed in this time. */
    abstract void fill(Observations to, Random random, double seconds);

    /** A series of this kind. */
    Observations series(long seed, double seconds) {
        Observations series = new Observations();
        fill(series, new Random(seed), seconds);
        return series;
    }

    private static double gap(Random random, double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    private static double twoHumps(Random random) {
        return (random.nextInt(5) == 0 ? 30 : 5) * Math.exp(0.4 * random.nextGaussian() - 0.08);
    }

    private static void add(Observations to, InFlight hand, double millis, double took) {
        long at = Math.round(millis * 1e6);
        to.add(at, 0, took, hand.enter(at, at + Math.round(took * 1e6)));
    }
}
