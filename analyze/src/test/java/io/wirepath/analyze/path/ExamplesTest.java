package io.wirepath.analyze.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExamplesTest {

    @Test
    void keepsTheSlowestAndSomeOfTheOthers() {
        Examples examples = new Examples();
        for (int root = 0; root < 10_000; root++) {
            examples.add(root, root, 1);
        }
        List<Integer> roots = examples.all().stream().map(PathExample::root).toList();
        assertEquals(List.of(9999, 9998, 9997, 9996, 9995, 9994), roots.subList(0, Examples.MAX));
        assertEquals(2 * Examples.MAX, roots.size());
        assertTrue(roots.get(roots.size() - 1) < 5000, "not only slow ones: " + roots);
    }

    @Test
    void theOrderInWhichTheyComeDoesNotMatter() {
        Examples forwards = new Examples();
        Examples backwards = new Examples();
        for (int root = 0; root < 1000; root++) {
            forwards.add(root, root % 37, 1);
            backwards.add(999 - root, (999 - root) % 37, 1);
        }
        assertEquals(
                forwards.all().stream().map(PathExample::durationNanos).toList(),
                backwards.all().stream().map(PathExample::durationNanos).toList());
    }

    @Test
    void aRootIsAnExampleOnce() {
        Examples examples = new Examples();
        examples.add(7, 100, 0.6);
        examples.add(7, 90, 0.4);
        assertEquals(List.of(new PathExample(7, 100, 0.6)), examples.all());
    }
}
