package io.wirepath.merge.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HeadTableTest {

    private static final int HEADS = 1000;

    private final OpenSightings open = new OpenSightings(1 << 10);
    private final HeadTable table = new HeadTable(open);

    private List<Integer> found(int hash) {
        List<Integer> heads = new ArrayList<>();
        for (int head = table.latest(hash); head != OpenSightings.NONE; head = open.alike[head]) {
            heads.add(0, head);
        }
        return heads;
    }

    @Test
    void findsWhatIsThereInTheOrderInWhichItCame() {
        // hashes that crowd at the start and at the end of the table, which goes round
        for (int crowd : new int[] {0, -1}) {
            Random random = new Random(9);
            Map<Integer, List<Integer>> wanted = new HashMap<>();
            Map<Integer, Integer> hashOf = new HashMap<>();
            int most = 0;
            for (int i = 0; i < 100_000; i++) {
                int head = random.nextInt(HEADS);
                Integer known = hashOf.remove(head);
                if (known == null) {
                    int hash = crowd ^ random.nextInt(1 << 22);
                    hashOf.put(head, hash);
                    wanted.computeIfAbsent(hash, h -> new ArrayList<>()).add(head);
                    table.add(head, hash);
                } else {
                    wanted.get(known).remove((Integer) head);
                    table.remove(head);
                }
                int asked = random.nextBoolean() ? crowd ^ random.nextInt(1 << 22) : hashOf.getOrDefault(head, 7);
                assertEquals(wanted.getOrDefault(asked, List.of()), found(asked));
                most = Math.max(most, hashOf.size());
            }
            assertTrue(most > HEADS / 3);
            for (int hash : wanted.keySet()) {
                assertEquals(wanted.get(hash), found(hash));
            }
            List.copyOf(hashOf.keySet()).forEach(table::remove);
        }
    }

    @Test
    void keepsEqualHashesApartFromOthersWhileItGrows() {
        for (int head = 0; head < HEADS; head++) {
            table.add(head, head % 10 << 28);
        }
        for (int hash = 0; hash < 10; hash++) {
            List<Integer> heads = found(hash << 28);
            assertEquals(HEADS / 10, heads.size());
            for (int i = 0; i < heads.size(); i++) {
                assertEquals(hash + 10 * i, heads.get(i));
            }
        }
    }
}
