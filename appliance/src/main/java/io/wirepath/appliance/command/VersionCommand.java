package io.wirepath.appliance.command;

import io.wirepath.pipeline.Version;
import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code wirepath version}. */
@Command(name = "version", description = "Prints the version of the program and of the Java that runs it.")
final class VersionCommand extends StandardOptions {

    @Override
    public Integer call() throws IOException {
        console.print("wirepath %s, Java %s (%s)%n"
                .formatted(Version.text(), Runtime.version(), System.getProperty("java.vm.name")));
        return CommandTree.DONE;
    }
}
