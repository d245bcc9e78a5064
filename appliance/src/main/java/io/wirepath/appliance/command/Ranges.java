package io.wirepath.appliance.command;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses numbers that an option cannot have. */
final class Ranges {

    private Ranges() {}

    /** Refuses a value outside {@code least} to {@code most} as wrong usage. */
    static void check(CommandSpec command, String option, long value, long least, long most) {
        if (value < least || value > most) {
            String range = most == Integer.MAX_VALUE ? least + " or more" : least + " to " + most;
            throw new ParameterException(command.commandLine(), option + " must be " + range + ", not " + value);
        }
    }
}
