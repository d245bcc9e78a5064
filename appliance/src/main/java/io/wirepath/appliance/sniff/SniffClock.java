package io.wirepath.appliance.sniff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** The machine of a sniffer: its times and its name. */
public interface SniffClock {

    /** A time that only goes forward. */
    long nanoTime();

    /** The time of day, nanoseconds since the epoch. */
    long wallNanos();

    /** Name of the machine. */
    String host();

    /** This machine. */
    static SniffClock system() {
        String name = hostName();
        return new SniffClock() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public long wallNanos() {
                Instant now = Instant.now();
                return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
            }

            @Override
            public String host() {
                return name;
            }
        };
    }

    private static String hostName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return System.getenv().getOrDefault("HOSTNAME", "localhost");
        }
    }
}
