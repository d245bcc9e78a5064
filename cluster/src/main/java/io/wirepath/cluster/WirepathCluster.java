package io.wirepath.cluster;

import io.wirepath.pipeline.Console;

/** The program {@code wirepath cluster}. */
public final class WirepathCluster {

    private WirepathCluster() {}

    /** Runs and ends the process with the exit code: Kafka's and Flink's threads need not end by themselves. */
    public static void main(String[] arguments) {
        Runtime.getRuntime().halt(ClusterProgram.run(Console.ofProcess(), arguments));
    }
}
