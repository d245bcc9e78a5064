package io.wirepath.appliance;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program: one verb for each job. This is the only class that ends the JVM. */
@Command(
        name = "wirepath",
        mixinStandardHelpOptions = true,
        versionProvider = Wirepath.Version.class,
        description = "Causal paths of a distributed system, from mirrored switch ports or capture files alone.")
public final class Wirepath implements Runnable {

    @Spec
    private CommandSpec spec;

    private Wirepath() {}

    /**
     * Runs the verb that the arguments name, and ends the JVM with its exit code.
     *
     * @param arguments the verb, its options, its inputs
     */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Wirepath()).execute(arguments));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say what to do: wirepath VERB, and --help for the verbs");
    }

    /** The version that the build wrote into the jar's manifest. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            @Nullable String version = Wirepath.class.getPackage().getImplementationVersion();
            return new String[] {"wirepath " + (version == null ? "unreleased" : version)};
        }
    }
}
