package io.wirepath.pipeline;

import io.wirepath.merge.spool.SnifferRun;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether sniffers have the same salt, without which what two of them saw is not recognised. Not thread-safe. */
public final class Salts {

    /** A sniffer for each salt, by its fingerprint. */
    private final Map<Long, String> sniffers = new TreeMap<>();

    /** Takes what a sniffer told of its run; null where it has told nothing. */
    public void add(String sniffer, @Nullable SnifferRun run) {
        if (run != null && run.saltFingerprint() != 0) {
            sniffers.putIfAbsent(run.saltFingerprint(), sniffer);
        }
    }

    /** A sentence for people; empty where all have the same. */
    public Optional<String> difference() {
        return sniffers.size() < 2
                ? Optional.empty()
                : Optional.of("Sniffers " + String.join(" and ", new TreeSet<>(sniffers.values()))
                        + " have different salts: a message that both saw counts twice, and what their messages"
                        + " share is"
                        + " not seen. Give all the same content.salt-file.");
    }
}
