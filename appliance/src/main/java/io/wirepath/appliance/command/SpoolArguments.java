package io.wirepath.appliance.command;

import io.wirepath.appliance.serve.input.SpoolWatch;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.RequiredInputs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks whether what was named as spools can be some: a service that waits for ever for a misspelt one helps nobody.
 */
final class SpoolArguments {

    private SpoolArguments() {}

    /**
     * Refuses what cannot be meant.
     *
     * @param named on the command line: what is there must be a spool
     * @param all with those of the configuration
     * @throws Failure saying what it is instead
     */
    static void check(List<Path> named, List<Path> all) {
        named.forEach(RequiredInputs::refuseClosed); // what is not there may come later
        Map<String, Path> sniffers = new HashMap<>();
        for (Path spool : all) {
            if (Files.isRegularFile(spool)) {
                throw new Failure(
                        spool + ": is a file; a spool is a directory that 'wirepath sniff' writes. Captures are for"
                                + " 'wirepath analyze', or become a spool with 'wirepath sniff --read " + spool + "'");
            }
            if (MessageStore.isStore(spool)) {
                throw new Failure(spool + ": is a message store, not a spool; 'wirepath analyze' takes it");
            }
            if (named.contains(spool) && Files.isDirectory(spool) && !Spool.isSpool(spool)) {
                throw new Failure(spool + ": holds no spool; name the directory of one sniffer, such as " + spool
                        + "/eth1, which 'wirepath sniff' writes");
            }
            String name = String.valueOf(spool.toAbsolutePath().normalize().getFileName());
            Path other = name.equals(SpoolWatch.ALL) ? null : sniffers.put(name, spool);
            if (other != null) {
                throw new Failure(other + " and " + spool + ": two sniffers cannot both be called " + name
                        + "; the last part of the path is the name, so rename one directory");
            }
        }
    }
}
