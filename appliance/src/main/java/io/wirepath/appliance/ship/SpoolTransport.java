package io.wirepath.appliance.ship;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.merge.spool.SpoolSettings;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Carries spools over something that is no part of the appliance, such as a Kafka. {@link Transports} finds those that
 * are installed.
 */
public interface SpoolTransport {

    /** What its addresses begin with, such as {@code kafka://}. */
    String scheme();

    /**
     * Prepares the sending of a spool.
     *
     * @param spool its directory; it need not be there yet
     * @param sniffer name under which it is sent
     * @param to an address of this scheme
     * @param readable whether the spool may be read, which is asked until it is so
     * @throws io.wirepath.pipeline.Failure when the address makes no sense
     */
    SpoolCarrier carrier(Path spool, String sniffer, String to, BooleanSupplier readable);

    /**
     * Prepares the receiving of spools, by {@link Runnable#run} in a thread of its own until it is closed.
     *
     * @param from an address of this scheme
     * @param received holds a directory for each sniffer, with one for each incarnation of its spool
     * @param bounds of each received spool
     * @param log takes a line for whatever an operator must know
     * @throws io.wirepath.pipeline.Failure when the address makes no sense
     */
    TopicIntake intake(String from, Path received, SpoolSettings bounds, Consumer<String> log);

    /**
     * Prepares the reading of windows that a job analysed, by {@link Runnable#run} in a thread of its own until it is
     * closed.
     *
     * @param from an address of this scheme
     * @param to takes the name and the report of each window, of one that was made again once more
     * @param log takes a line for whatever an operator must know
     * @throws io.wirepath.pipeline.Failure when the address makes no sense
     */
    TopicIntake windows(String from, BiConsumer<WindowId, ObjectNode> to, Consumer<String> log);
}
