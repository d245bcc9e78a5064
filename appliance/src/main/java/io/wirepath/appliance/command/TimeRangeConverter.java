package io.wirepath.appliance.command;

import io.wirepath.causes.TimeSpan;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A stretch of time as people write it: two moments with a slash between them, as in ISO 8601; either may be left out.
 */
final class TimeRangeConverter implements ITypeConverter<TimeSpan> {

    private final MomentConverter moment = new MomentConverter();

    @Override
    public TimeSpan convert(String value) {
        String[] ends = value.split("/", -1);
        if (ends.length != 2 || ends[0].isEmpty() && ends[1].isEmpty()) {
            throw new TypeConversionException("'" + value
                    + "' is not a time range; write FROM/TO, such as 2026-11-21T22:30:00Z/2026-11-21T22:31:00Z");
        }
        long from = ends[0].isEmpty() ? TimeSpan.ALWAYS.fromNanos() : moment.convert(ends[0]);
        long to = ends[1].isEmpty() ? TimeSpan.ALWAYS.toNanos() : moment.convert(ends[1]);
        if (from >= to) {
            throw new TypeConversionException("'" + value + "' ends before it begins");
        }
        return new TimeSpan(from, to);
    }
}
