package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolException;
import io.wirepath.merge.spool.SpoolReader;
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
import java.util.stream.Stream;

/** What the messages of a service were made of, held against what stands in the spools. */
public final class KeptSightings {

    /** Contents of fewer bytes are equal by accident. */
    private static final long TELLING_BYTES = 16;

    private final List<Set<Sighted>> messages = new ArrayList<>();
    private final Set<Sighted> copies = new HashSet<>();
    private final Map<String, Integer> contents = new HashMap<>();

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
            next = new HashSet<>();
            if (message.lengthBytes() >= TELLING_BYTES) {
                contents.merge(
                        message.connection() + " " + message.digest() + " " + message.lengthBytes(), 1, Integer::sum);
            }
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

    /** How many came too late for their messages. */
    public int copies() {
        return copies.size();
    }

    /** How many messages there are. */
    public int messages() {
        return messages.size();
    }

    /**
     * Every message has a sighting that is in no other (a sniffer that cut the stream more coarsely than another may have one
     * sighting in several), no content is there twice, and every sighting of the spools was used.
     *
     * @param wanted for each spool, the numbers of its sightings
     */
    public void assertEachOnce(List<Set<Long>> wanted) {
        Map<Sighted, Integer> times = new HashMap<>();
        messages.forEach(message -> message.forEach(sighted -> times.merge(sighted, 1, Integer::sum)));
        for (Set<Sighted> message : messages) {
            assertTrue(
                    message.stream().anyMatch(sighted -> times.getOrDefault(sighted, 0) == 1),
                    () -> "twice in the store: the message of " + message);
        }
        assertEquals(
                List.of(),
                contents.entrySet().stream()
                        .filter(entry -> entry.getValue() > 1)
                        .toList(),
                "contents that are there more than once");
        Map<Integer, Set<Long>> used = new HashMap<>();
        used().forEach(sighted ->
                used.computeIfAbsent(sighted.source, any -> new HashSet<>()).add(sighted.number));
        assertEquals(Set.copyOf(wanted), Set.copyOf(used.values()), "sightings that were used");
    }

    /** Numbers of the sightings that stand in a spool. */
    public static Set<Long> inSpool(Path spool) throws SpoolException {
        Set<Long> numbers = new HashSet<>();
        try (SpoolReader reader = Spool.read(spool)) {
            while (reader.next()) {
                if (SpoolDocument.kind(reader.document()) == SpoolDocument.SIGHTING) {
                    numbers.add(reader.number());
                }
            }
        }
        return numbers;
    }
}
