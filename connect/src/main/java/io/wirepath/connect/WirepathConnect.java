package io.wirepath.connect;

import io.wirepath.connect.mcp.McpCommand;
import io.wirepath.pipeline.Console;

/** The program {@code wirepath mcp}. */
public final class WirepathConnect {

    private WirepathConnect() {}

    /** Runs and ends the process with the exit code: threads of libraries need not end by themselves. */
    public static void main(String[] arguments) {
        Runtime.getRuntime().halt(McpCommand.run(Console.ofProcess(), arguments));
    }
}
