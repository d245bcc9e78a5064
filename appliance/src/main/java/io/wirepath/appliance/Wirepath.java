package io.wirepath.appliance;

import io.wirepath.appliance.command.CommandTree;
import io.wirepath.pipeline.Console;

/** The program's entry. Exit codes: 0 done, 1 the work failed, 2 wrong usage. */
public final class Wirepath {

    private Wirepath() {}

    /** Runs the verb that the arguments name, and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(CommandTree.run(Console.ofProcess(), arguments));
    }
}
