package io.wirepath.appliance.command;

import io.wirepath.report.text.PatternRank;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The names of {@link PatternRank} on the command line. */
final class RankConverter implements ITypeConverter<PatternRank> {

    @Override
    public PatternRank convert(String value) {
        return Arrays.stream(PatternRank.values())
                .filter(rank -> rank.toString().equals(value))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + value + "' is none of "
                        + Arrays.stream(PatternRank.values())
                                .map(PatternRank::toString)
                                .collect(Collectors.joining(", "))));
    }
}
