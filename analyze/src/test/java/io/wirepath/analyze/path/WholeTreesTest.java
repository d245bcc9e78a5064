package io.wirepath.analyze.path;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TraceText;
import org.junit.jupiter.api.Test;

class WholeTreesTest {

    @Test
    void countsWhatSpeaksForACallOfAnotherTree() {
        MessageTable messages = new TraceText().add("""
                        c:1 app:80 request 0
                        c:2 app:80 request 1
                        app:3 pg:5432 request 2
                        pg:5432 app:3 response 3
                        app:80 c:1 response 4
                        app:80 c:2 response 5
                        """).build();
        LinkTable.Builder links = new LinkTable.Builder(6);
        links.endChild(1);
        links.endChild(1);
        links.add(0, 0.7);
        links.add(1, 0.3);
        links.endChild(0);
        for (int row = 3; row < 6; row++) {
            links.endChild(1);
        }
        WholeTrees trees = of(messages, links.build());
        assertEquals(0.7, trees.certainty(0), 1e-6);
        assertEquals(0.7, trees.certainty(2), 1e-6, "of any call of the tree");
        assertEquals(0.7, trees.certainty(1), 1e-6, "that it called nobody is as certain as that the other did");
    }

    @Test
    void doubtsTheFewThatCalledNobodyWhereAsManyCallsWentAstray() {
        int requests = 100;
        TraceText text = new TraceText().add("c:2 app:80 request 0");
        LinkTable.Builder links = new LinkTable.Builder(4 * requests + 2);
        links.endChild(1);
        for (int request = 0; request < requests; request++) {
            int at = 10 * request;
            text.add("c:1 app:80 request " + (at + 1));
            text.add("app:3 pg:5432 request " + (at + 2));
            text.add("pg:5432 app:3 response " + (at + 3));
            text.add("app:80 c:1 response " + (at + 4));
            links.endChild(1);
            links.add(4 * request + 1, 0.98);
            links.endChild(0.02);
            links.endChild(1);
            links.endChild(1);
        }
        links.endChild(1);
        WholeTrees trees = of(text.add("app:80 c:2 response " + 10 * requests).build(), links.build());
        assertEquals(0, trees.certainty(0), 1e-6, "two of the hundred calls have another cause");
        assertEquals(0.98, trees.certainty(1), 1e-6);
    }

    @Test
    void doubtsWhoCalledNobodyWhileNobodyWatchedThoseWhomRequestsAlikeCall() {
        int watched = 100;
        int all = 200;
        TraceText text = new TraceText();
        LinkTable.Builder links = new LinkTable.Builder(4 * watched + 2 * (all - watched));
        for (int request = 0; request < all; request++) {
            int at = 10 * request;
            text.seenBy(0).add("c:1 app:80 request " + (at + 1));
            links.endChild(1);
            if (request < watched) {
                text.seenBy(1).add("app:3 auth:81 request " + (at + 2)).add("auth:81 app:3 response " + (at + 3));
                links.add(4 * request, 1);
                links.endChild(0);
                links.endChild(1);
            }
            text.seenBy(0).add("app:80 c:1 response " + (at + 4));
            links.endChild(1);
        }
        WholeTrees trees = of(text.build(), links.build());
        assertEquals(1, trees.certainty(0), 1e-6, "shown with what requests alike call");
        assertEquals(0.005, trees.certainty(all + watched - 1), 1e-3, "the last one, when the other sniffer is off");
    }

    private static WholeTrees of(MessageTable messages, LinkTable links) {
        return new WholeTrees(messages, links, CallForest.of(messages, links));
    }
}
