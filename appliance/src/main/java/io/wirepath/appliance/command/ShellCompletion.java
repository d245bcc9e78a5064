package io.wirepath.appliance.command;

import io.wirepath.pipeline.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;

/**
 * Writes what bash and zsh need to complete verbs, options and their values, from what {@code --help} is made of.
 * Called by the build of the packages.
 */
public final class ShellCompletion {

    private static final String PROGRAM = "wirepath";

    private ShellCompletion() {}

    /**
     * Writes {@code bash-completion/completions/wirepath} and {@code zsh/vendor-completions/_wirepath}.
     *
     * @param arguments the directory below which they are put
     */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        Path bash = Files.createDirectories(directory.resolve("bash-completion/completions"));
        Files.writeString(bash.resolve(PROGRAM), bash());
        Path zsh = Files.createDirectories(directory.resolve("zsh/vendor-completions"));
        Files.writeString(zsh.resolve("_" + PROGRAM), zsh());
    }

    /** The script for bash. */
    static String bash() {
        return AutoComplete.bash(PROGRAM, CommandTree.line(Console.ofProcess()));
    }

    /**
     * The same for zsh, which can run functions of bash: it loads this file at the first completion, and must complete
     * then, too.
     */
    static String zsh() {
        return "#compdef " + PROGRAM + "\n" + bash() + "\n_bash_complete -o default -F _complete_" + PROGRAM + "\n";
    }
}
