package io.wirepath.appliance.serve;

import java.util.List;

/**
 * How a service is.
 *
 * @param alive whether both stages go on; where not, a restart is the cure
 * @param ready whether spools are read, requests answered, and a sniffer is to be heard where one ever was
 * @param problems a sentence for each thing that is not as it should be, the worst first; empty where all is well
 */
public record Health(boolean alive, boolean ready, List<String> problems) {}
