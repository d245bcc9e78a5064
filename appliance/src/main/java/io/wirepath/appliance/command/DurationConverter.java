package io.wirepath.appliance.command;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Time spans as people write them: {@code 2s}, {@code 500ms}, {@code 1.5s}, {@code 250us}, {@code 10min}. */
final class DurationConverter implements ITypeConverter<Duration> {

    private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?(ns|us|µs|ms|s|min|h)");
    private static final Map<String, Double> NANOS =
            Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9, "h", 3600e9);

    @Override
    public Duration convert(String value) {
        Matcher matcher = FORM.matcher(value);
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + value + "' is no time span; write it like 2s, 500ms or 1.5s");
        }
        return Duration.ofNanos(
                Math.round(Double.parseDouble(matcher.group(1)) * NANOS.getOrDefault(matcher.group(2), 1.0)));
    }
}
