package io.wirepath.sniffer;

import java.util.List;
import java.util.Locale;

/** Names a sniffer after its capture file: {@code lab/sw-app.pcap.gz} is the sniffer {@code sw-app}. */
public final class SnifferName {

    /** The argument that stands for standard input. */
    public static final String STANDARD_INPUT = "-";

    private static final List<String> ENDINGS = List.of(".gz", ".pcapng", ".pcap", ".cap", ".dmp");

    private SnifferName() {}

    /**
     * The name for people of the sniffer whose frames a file holds.
     *
     * @param path the file as the user named it, or {@code -}
     * @return its last part without the endings of captures and of gzip; {@code stdin} for {@code -}
     */
    public static String of(String path) {
        if (path.equals(STANDARD_INPUT)) {
            return "stdin";
        }
        String name = path.substring(path.lastIndexOf('/') + 1);
        for (String ending : ENDINGS) {
            if (name.length() > ending.length() && name.toLowerCase(Locale.ROOT).endsWith(ending)) {
                name = name.substring(0, name.length() - ending.length());
            }
        }
        return name;
    }
}
