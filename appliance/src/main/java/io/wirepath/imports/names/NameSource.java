package io.wirepath.imports.names;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Who knows names and can be asked for them over the network. Jars beside the program bring them, by the service
 * loader. One more is one more class there.
 */
public interface NameSource {

    /** So many names of a list are taken, at most: a cluster of 5,000 nodes has 150,000 pods. */
    int MAX_NAMES = 200_000;

    /** Whether this is an address of such a source. */
    boolean isOf(String address);

    /**
     * What is to be asked there; nothing is asked yet.
     *
     * @throws IllegalArgumentException where the address, or what goes with it, makes no sense
     */
    List<Feed> feeds(String address);

    /** One list of names. Asked by one thread; closed by any, also while it is asked. */
    interface Feed extends Closeable {

        /** What is asked, for people and for the column {@code source}. */
        String source();

        /**
         * Asks for all names as they are now. It may wait while they are as they were told last.
         *
         * @param to takes all of them
         * @return ns after which to ask again
         * @throws IOException where there is no whole answer: what was told last is kept
         */
        long ask(AddressNameSink to) throws IOException;

        @Override
        default void close() {
            // nothing is open between two questions
        }
    }
}
