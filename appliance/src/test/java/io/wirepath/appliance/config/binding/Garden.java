package io.wirepath.appliance.config.binding;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A configuration with a key of each kind. */
public record Garden(
        String name,
        Pond pond,
        List<Colour> colours,
        Map<String, Duration> visits,
        @Reloadable Percent shade,
        @Nullable Path plan,
        @Nullable HostPort neighbour)
        implements CheckedConfig {

    /** The only section. */
    public record Pond(
            @Between(least = "1KiB", most = "1GiB") ByteSize volume,
            @Reloadable @Between(least = "1s", most = "1h") Duration refillEvery,
            @Between(least = "0", most = "100") int fish,
            boolean frozen) {}

    /** What grows. */
    public enum Colour {
        RED,
        DARK_BLUE,
        WHITE
    }

    static final Garden DEFAULTS = new Garden(
            "kitchen",
            new Pond(ByteSize.mebibytes(1), Duration.ofMinutes(2), 3, false),
            List.of(Colour.RED),
            Map.of(),
            new Percent(12.5),
            null,
            null);

    static final ConfigReader<Garden> READER = new ConfigReader<>(Schema.of(Garden.class), DEFAULTS, "GARDEN_");

    @Override
    public void check(Complaints complaints) {
        if (pond.frozen && pond.fish > 10) {
            complaints.at("pond.fish", "a frozen pond has room for 10, not " + pond.fish);
        }
    }
}
