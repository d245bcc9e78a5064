package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Sighting;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolException;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.merge.spool.SpoolVisitor;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreException;
import io.wirepath.merge.store.StoreReader;
import io.wirepath.merge.store.StoreVisitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the messages of a service were made of, held against what stands in the spools. */
public final class KeptSightings {

    /** Shorter contents are the same by accident; then one sniffer may have seen the first, and another the second. */
    private static final long TELLING_BYTES = 16;

    private final List<Set<Sighted>> messages = new ArrayList<>();
    private final Set<Sighted> copies = new HashSet<>();

    /** By content, what to tell of each message that has it. */
    private final Map<String, List<String>> contents = new HashMap<>();

    private KeptSightings() {}

    /**
     * A sighting.
     *
     * @param source number of its source in the merge
     * @param number its own in the source
     */
    public record Sighted(int source, long number) {}

    /** Reads the folders of a message history, also while it is written. */
    public static KeptSightings of(Path history) throws IOException {
        KeptSightings kept = new KeptSightings();
        try (Stream<Path> stores = Files.list(history)) {
            for (Path store : stores.filter(MessageStore::isStore).toList()) {
                try (StoreReader reader = MessageStore.open(store)) {
                    reader.read(kept.new Collecting());
                } catch (StoreException e) {
                    // a store that was begun a moment ago has no header yet
                }
            }
        }
        return kept;
    }

    private final class Collecting implements StoreVisitor {
        private Set<Sighted> next = new HashSet<>();

        @Override
        public void onConsumed(int source, long number) {
            next.add(new Sighted(source, number));
        }

        @Override
        public void onMessage(MessageRecord message) {
            messages.add(next);
            // of bytes that nobody saw, or that no one saw all, the digest tells nothing
            if (message.lengthBytes() >= TELLING_BYTES && message.missingBytes() == 0 && message.digest() != 0) {
                contents.computeIfAbsent(message.digest() + " " + message.lengthBytes(), any -> new ArrayList<>())
                        .add(next + " on connection " + message.connection() + ", sent " + message.sentNanos()
                                + ", received " + message.receivedNanos() + ", flags " + message.flags());
            }
            next = new HashSet<>();
        }

        @Override
        public void onCopies() {
            copies.addAll(next);
            next = new HashSet<>();
        }
    }

    /** All that were used: in messages, or known to be of messages that were given out without them. */
    public Set<Sighted> used() {
        Set<Sighted> used = new HashSet<>(copies);
        messages.forEach(used::addAll);
        return used;
    }

    /** How many sightings a message history names that is being written; none while it cannot be read. */
    public static int usedIn(Path history) {
        try {
            return of(history).used().size();
        } catch (IOException e) {
            return 0;
        }
    }

    /** How many came too late for their messages. */
    public int copies() {
        return copies.size();
    }

    /** How many messages have a sighting with a number beyond this one, whatever its source. */
    public long messagesBeyond(long number) {
        return messages.stream()
                .filter(message -> message.stream().anyMatch(sighted -> sighted.number() > number))
                .count();
    }

    /**
     * Every message has a sighting that is in no other (a sniffer that cut the stream more coarsely than another may
     * have one sighting in several), no content is there more often than some sniffer saw it, and every sighting of the
     * spools was used.
     */
    public void assertEachOnce(List<Spooled> spools) {
        Map<Sighted, Integer> times = new HashMap<>();
        messages.forEach(message -> message.forEach(sighted -> times.merge(sighted, 1, Integer::sum)));
        for (Set<Sighted> message : messages) {
            assertTrue(
                    message.stream().anyMatch(sighted -> times.getOrDefault(sighted, 0) == 1),
                    () -> "twice in the store: the message of " + message);
        }
        Map<Integer, Set<Long>> used = new HashMap<>();
        used().forEach(sighted ->
                used.computeIfAbsent(sighted.source, any -> new HashSet<>()).add(sighted.number));
        assertEquals(
                spools.stream().map(Spooled::numbers).collect(Collectors.toSet()),
                Set.copyOf(used.values()),
                "sightings that were used");
        assertEquals(List.of(), doubled(spools), "messages that are there more often than any sniffer saw them");
    }

    private List<List<String>> doubled(List<Spooled> spools) {
        List<List<String>> doubled = new ArrayList<>();
        contents.forEach((content, told) -> {
            int seen = spools.stream()
                    .mapToInt(spool -> spool.contents.getOrDefault(content, 0))
                    .max()
                    .orElse(0);
            if (told.size() > seen) {
                doubled.add(told);
            }
        });
        return doubled;
    }

    /**
     * The sightings that stand in a spool.
     *
     * @param numbers theirs
     * @param contents how many there are of each content
     */
    public record Spooled(Set<Long> numbers, Map<String, Integer> contents) {

        /** Reads spools. */
        public static List<Spooled> ofAll(List<Path> spools) throws SpoolException {
            List<Spooled> all = new ArrayList<>();
            for (Path spool : spools) {
                all.add(of(spool));
            }
            return all;
        }

        /** How many sightings there are. */
        public static int sightings(List<Spooled> spools) {
            return spools.stream().mapToInt(spool -> spool.numbers.size()).sum();
        }

        /** Reads a spool. */
        public static Spooled of(Path spool) throws SpoolException {
            Spooled all = new Spooled(new HashSet<>(), new HashMap<>());
            try (SpoolReader reader = Spool.read(spool)) {
                SpoolVisitor visitor = new SpoolVisitor() {
                    @Override
                    public void onSighting(long number, Sighting sighting) {
                        all.numbers.add(number);
                        all.contents.merge(sighting.digest() + " " + sighting.lengthBytes(), 1, Integer::sum);
                    }
                };
                boolean more = true;
                while (more) {
                    more = reader.read(visitor);
                }
            }
            return all;
        }
    }
}
