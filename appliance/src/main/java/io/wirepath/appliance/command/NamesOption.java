package io.wirepath.appliance.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where names of addresses are read from. */
public final class NamesOption {

    @Option(
            names = "--names",
            paramLabel = "FILE",
            order = 1,
            description = "Names of addresses: as in /etc/hosts, or as Kubernetes, DNS, DHCP, an inventory or a cloud"
                    + " prints them; of a directory, all its files.")
    private @Nullable Path file;

    /** The file, or the directory; null where none was told. */
    public @Nullable Path file() {
        return file;
    }
}
