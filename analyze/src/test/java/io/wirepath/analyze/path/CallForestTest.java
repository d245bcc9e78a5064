package io.wirepath.analyze.path;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.FixedLinks;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TraceText;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CallForestTest {

    private static final MessageTable WEB_APP_PG_REDIS =
            new TraceText().add("""
            web:1 app:80 request 0
            app:2 pg:5432 request 1
            pg:5432 app:2 response 2
            app:3 redis:6379 request 3
            redis:6379 app:3 response 4
            app:80 web:1 response 5
            """).build();

    @Test
    void givesACallAfterAResponseTheParentOfTheCallThatWasAnswered() {
        CallTable calls = CallForest.of(WEB_APP_PG_REDIS, FixedLinks.certain(-1, 0, 1, 2, 3, 4));
        assertArrayEquals(new int[] {0, 1, 3}, calls.request());
        assertArrayEquals(new int[] {5, 2, 4}, calls.response());
        assertArrayEquals(new int[] {MessageTable.NONE, 0, 0}, calls.parent());
        assertArrayEquals(new int[] {0, 0, 0}, calls.root());
        assertArrayEquals(new double[] {1, 1, 1}, calls.probability());
    }

    @Test
    void multipliesTheProbabilitiesThatAnInheritedParentRestsOn() {
        LinkTable.Builder links = new LinkTable.Builder(6);
        links.endChild(1);
        links.add(0, 0.8);
        links.endChild(0.2);
        links.add(1, 1);
        links.endChild(0);
        links.add(2, 0.7);
        links.add(0, 0.2);
        links.endChild(0.1);
        links.endChild(1);
        links.endChild(1);
        CallTable calls = CallForest.of(WEB_APP_PG_REDIS, links.build());
        assertEquals(0, calls.parent()[2]);
        assertEquals(0.8 * 0.7, calls.probability()[2], 1e-6);
    }

    @Test
    void takesACallAsARootWhereTheCallBeforeItWasOne() {
        CallTable calls = CallForest.of(WEB_APP_PG_REDIS, FixedLinks.certain(-1, -1, 1, 2, 3, 4));
        assertArrayEquals(new int[] {MessageTable.NONE, MessageTable.NONE, MessageTable.NONE}, calls.parent());
        assertArrayEquals(new int[] {0, 1, 2}, calls.root());
    }

    @Test
    void countsNoSetUpOfAConnectionAsACall() {
        MessageTable messages = new TraceText().add("""
                web:1 app:80 request 0
                app:2 pg:5432 setup 1
                app:2 pg:5432 request 2
                """).build();
        CallTable calls = CallForest.of(messages, FixedLinks.certain(-1, -1, 0));
        assertArrayEquals(new int[] {0, 2}, calls.request());
        assertArrayEquals(new int[] {MessageTable.NONE, 0}, calls.parent());
        assertArrayEquals(new int[] {MessageTable.NONE, MessageTable.NONE}, calls.response());
    }

    @Test
    void takesOneWayMessagesAsCausesAndAsEffects() {
        MessageTable messages = new TraceText().add("""
                api:1 mq:5672 one_way 0
                mq:5672 worker:2 one_way 1
                worker:3 db:3306 request 2
                db:3306 worker:3 response 3
                """).build();
        CallTable calls = CallForest.of(messages, FixedLinks.certain(-1, 0, 1, 2));
        assertArrayEquals(new int[] {0, 1, 2}, calls.request());
        assertArrayEquals(new int[] {MessageTable.NONE, MessageTable.NONE, 3}, calls.response());
        assertArrayEquals(new int[] {MessageTable.NONE, 0, 1}, calls.parent());
        assertEquals(1, calls.answerable(messages));
    }

    @Test
    void cutsACircleThatWrongClocksMake() {
        MessageTable messages = new TraceText().add("""
                A:1 B:80 request 0
                B:2 A:81 request 0
                """).build();
        CallTable calls = CallForest.of(messages, FixedLinks.certain(1, 0));
        assertEquals(
                1, Arrays.stream(calls.parent()).filter(parent -> parent < 0).count());
        assertEquals(calls.root()[0], calls.root()[1]);
    }

    @Test
    void followsALongChainWithoutRunningOutOfStack() {
        int length = 100_000;
        StringBuilder trace = new StringBuilder("web:1 app:80 request 0\n");
        int[] parents = new int[2 * length + 1];
        parents[0] = -1;
        for (int i = 0; i < length; i++) {
            trace.append("app:2 pg:5432 request ").append(i + 1).append('\n');
            trace.append("pg:5432 app:2 response ").append(i + 1.5).append('\n');
            parents[2 * i + 1] = 2 * i;
            parents[2 * i + 2] = 2 * i + 1;
        }
        MessageTable messages = new TraceText().add(trace.toString()).build();
        CallTable calls = CallForest.of(messages, FixedLinks.certain(parents));
        assertEquals(0, calls.parent()[length]);
    }
}
