package io.wirepath.pipeline;

import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import io.wirepath.sniffer.file.CaptureStore;
import java.io.IOException;
import java.util.regex.Pattern;

/** Captures as a person names them: files, or addresses of which the jars beside the program know what they are. */
public final class NamedCaptures {

    private static final Pattern ADDRESS = Pattern.compile("[a-z][a-z0-9]+://.*");

    /** What connect has, which may not be there. */
    private static final Pattern KNOWN = Pattern.compile("(s3|rpcaps?)://");

    private NamedCaptures() {}

    /** Whether this is the address of a store. */
    public static boolean isAddress(String input) {
        return ADDRESS.matcher(input).matches();
    }

    /**
     * Where an address leads.
     *
     * @throws Failure where nothing here knows
     */
    public static CaptureStore store(String address) {
        return OptionalJars.CONNECT
                .find(CaptureStore.class, store -> store.isOf(address))
                .orElseThrow(() -> KNOWN.matcher(address).lookingAt()
                        ? OptionalJars.lackOfConnect(address)
                        : new Failure(address + ": is no address of captures; those of s3:// and rpcap:// are known"));
    }

    /** As {@link CaptureFile#open(String)}. */
    static FrameSource open(String input) throws IOException {
        return isAddress(input) ? CaptureFile.open(input, store(input)) : CaptureFile.open(input);
    }

    /** As {@link CaptureFile#contents(String)}. */
    static CaptureFile.Contents contents(String input) throws IOException {
        return isAddress(input) ? CaptureFile.contents(input, store(input)) : CaptureFile.contents(input);
    }
}
