package io.wirepath.pipeline;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Sniffers on other machines that give packets of their rings. Thread-safe. */
public interface RemotePackets {

    /** Where there are none. */
    RemotePackets NONE = new RemotePackets() {

        @Override
        public Set<String> sniffers() {
            return Set.of();
        }

        @Override
        public Answer ask(String sniffer, List<CallPackets.Stretch> wanted, String reader) {
            throw new Failure("not connected");
        }
    };

    /** Names of those that can be asked now. */
    Set<String> sniffers();

    /**
     * Asks a sniffer, which begins to look.
     *
     * @param wanted connections and times, by the sniffer's clock
     * @param reader who wants to see them, for the log of the sniffer
     * @throws Failure where it cannot be asked; the message says why
     * @throws IOException where there is no room for the answer
     */
    Answer ask(String sniffer, List<CallPackets.Stretch> wanted, String reader) throws IOException;

    /** Packets on their way, in a file for this user alone that lasts until this is closed. */
    interface Answer extends Closeable {

        /**
         * Waits for the file.
         *
         * @throws Failure where it does not come, or not whole; the message says why
         */
        Path file();

        /** What of the ring is damaged, once the file has come; empty where nothing is. */
        String damage();
    }
}
