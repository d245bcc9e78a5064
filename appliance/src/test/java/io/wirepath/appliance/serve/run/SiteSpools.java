package io.wirepath.appliance.serve.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Sighting;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.merge.spool.SpoolVisitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** Where programs of a test keep their spools in its directory, and what was received of them. */
record SiteSpools(Path directory) {

    /** The spool of a sniffer. */
    Path spool(String sniffer) {
        return directory.resolve("spools").resolve(sniffer);
    }

    private List<Path> incarnations(String sniffer) throws IOException {
        Path copies = directory.resolve("serve").resolve("received").resolve(sniffer);
        if (!Files.isDirectory(copies)) {
            return List.of();
        }
        try (Stream<Path> inside = Files.list(copies)) {
            return inside.toList();
        }
    }

    /** The received copy of it; there must be one. */
    Path received(String sniffer) throws IOException {
        List<Path> incarnations = incarnations(sniffer);
        assertEquals(1, incarnations.size(), "incarnations of " + sniffer);
        return incarnations.get(0);
    }

    /** Number of the last document that was received; 0 where none was. */
    long lastReceived(String sniffer) throws IOException {
        return incarnations(sniffer).isEmpty() ? 0 : last(received(sniffer));
    }

    /** Whether there is a spool for what is received of the sniffer. */
    boolean isReceived(String sniffer) throws IOException {
        return !incarnations(sniffer).isEmpty() && Spool.isSpool(received(sniffer));
    }

    /** Whether a document that was not read yet is the fruit of a capture that goes on. */
    static boolean readsWork(SpoolReader reader) throws IOException {
        AtomicBoolean works = new AtomicBoolean();
        SpoolVisitor look = new SpoolVisitor() {
            @Override
            public void onSighting(long number, Sighting sighting) {
                works.set(true);
            }

            @Override
            public void onProgress(long number, long timeNanos) {
                works.set(true);
            }
        };
        while (!works.get() && reader.read(look)) {
            // the next one may be it
        }
        return works.get();
    }

    /** Number of the last document that the sniffer wrote; 0 where there is none. */
    long lastWritten(String sniffer) throws IOException {
        return last(spool(sniffer));
    }

    private static long last(Path spool) throws IOException {
        if (!Spool.isSpool(spool)) {
            return 0;
        }
        try (SpoolReader reader = Spool.read(spool)) {
            return reader.lastNumber();
        }
    }
}
