package io.wirepath.imports;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/** Reads a trace as a file, and tells its messages. */
abstract class ImportFixture {

    @TempDir
    Path directory;

    /** Messages as {@code request a>b 10..20 #0}: times in ns behind the second, and the number of the call. */
    static final class Collected implements SightingSink {
        private final Map<String, String> names = new HashMap<>();
        final List<String> messages = new ArrayList<>();

        @Override
        public void onName(long high, long low, String name, NameOrigin origin) {
            names.put(AddressText.of(high, low), name);
        }

        @Override
        public void onSighting(Sighting s) {
            String source = AddressText.of(s.sourceHigh(), s.sourceLow());
            String destination = AddressText.of(s.destinationHigh(), s.destinationLow());
            messages.add("%s %s>%s %d..%d%s%s"
                    .formatted(
                            s.role().name().toLowerCase(Locale.ROOT),
                            names.getOrDefault(source, source),
                            names.getOrDefault(destination, destination),
                            s.firstByteNanos() % 1_000_000_000L,
                            s.lastByteNanos() % 1_000_000_000L,
                            s.callId() == SightingCodec.NO_CALL_ID ? "" : " #" + s.callId(),
                            s.ttl() == 64 ? "" : " far"));
        }
    }

    final Collected read(String text, @Nullable TrueParents truth) throws IOException {
        return read(text, new TraceSet(truth));
    }

    final Collected read(String text, TraceSet set) throws IOException {
        Path file = directory.resolve("trace");
        Files.writeString(file, text, StandardCharsets.UTF_8);
        Collected collected = new Collected();
        Objects.requireNonNull(ImportFile.of(file), "not recognised").read(new ImportedRows(() -> collected, 0), set);
        return collected;
    }

    final List<String> messages(String text) throws IOException {
        return read(text, new TraceSet(null)).messages;
    }
}
