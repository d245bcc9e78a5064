package io.wirepath.causes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkTableTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 12, 13, 200})
    void putsTheMostLikelyParentFirstAndEarlierOnesBeforeLaterOnesThatAreAsLikely(int candidates) {
        Random random = new Random(candidates);
        float[] probability = new float[candidates];
        LinkTable.Builder builder = new LinkTable.Builder(2);
        builder.add(9, 0.5);
        builder.endChild(0.5);
        for (int i = 0; i < candidates; i++) {
            probability[i] = random.nextInt(20) / 20f;
            builder.add(1000 + i, probability[i]);
        }
        builder.endChild(0);
        LinkTable links = builder.build();
        List<Integer> wanted = IntStream.range(0, candidates)
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> -probability[i]))
                .toList();
        assertEquals(9, links.parent(links.first(0)));
        assertEquals(candidates, links.end(1) - links.first(1));
        for (int i = 0; i < candidates; i++) {
            assertEquals(1000 + wanted.get(i), links.parent(links.first(1) + i));
            assertEquals(probability[wanted.get(i)], (float) links.probability(links.first(1) + i));
        }
    }
}
