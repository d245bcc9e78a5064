package io.wirepath.merge.spool;

import static io.wirepath.merge.spool.Documents.NOW;

import java.io.IOException;
import java.nio.file.Path;

/** Writes a spool until it is killed, and tells the number of a sighting after it was written. */
final class SpoolVictim {

    private static final int TOLD_EVERY = 100;

    private SpoolVictim() {}

    public static void main(String[] arguments) throws IOException {
        Path spool = Path.of(arguments[0]);
        long run = Long.parseLong(arguments[1]);
        SpoolSettings settings = SpoolSettings.defaults().withMaxBytes(1L << 30).withRolls(1 << 20, 1L << 60);
        SpoolWriter writer = Spool.open(spool, settings, NOW + run);
        writer.start(new SnifferRun("victim", "eth1", "wirepath 0.0-test", "tap1", NOW + run, 0));
        while (true) {
            for (int i = 0; i < TOLD_EVERY; i++) {
                writer.onSighting(Documents.sighting(writer.lastNumber() + 1));
            }
            System.out.println(writer.lastNumber());
        }
    }
}
