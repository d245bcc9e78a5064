package io.wirepath.merge.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OperationTemplatesTest {

    @ParameterizedTest
    @CsvSource({
        "GET /item/4711, GET /item/*",
        "GET /item/4711/, GET /item/*/",
        "GET /, GET /",
        "GET /v2/cart, GET /v2/cart",
        "POST /oauth2/token, POST /oauth2/token",
        "POST /hotel.v1beta1.Search/Nearby, POST /hotel.v1beta1.Search/Nearby",
        "GET /img/logo.png, GET /img/logo.png",
        "GET /img/8812.png, GET /img/*.png",
        "GET /o/3f2a9c11, GET /o/*",
        "GET /o/item-12/x, GET /o/*/x",
        "GET /u/a@b.c, GET /u/*",
        "GET /s3/k8s/i18n, GET /s3/k8s/i18n",
        "POST /shop.v1.Cart/GetHTTPStatusOfItem, POST /shop.v1.Cart/GetHTTPStatusOfItem",
        "POST /shop.Users/GetById, POST /shop.Users/GetById",
        "GET /oauth/AbCdEfGhIjKl, GET /oauth/*",
        "GET /t/xKdPqWzTTabLm, GET /t/*",
        "GET /token/eyJhbGciOi.eyJzdWIi.sflKx, GET /token/*",
        "GET /api/key=topsecretvalue/x, GET /api/key=*/x",
        "GET /token/opensesame, GET /token/*",
        "GET /Password/letmein/x, GET /Password/*/x",
        "GET /session/deadbeef, GET /session/*",
        "GET /api/v1/keys/sk-live-abcdef, GET /api/v1/keys/*",
        "GET /x/sk-proj-abcdef, GET /x/*",
        "GET /reset/hunterpassword, GET /reset/*",
        "GET /token/, GET /token/",
        "GET /s3cr3t, GET /*",
        "GET /passw0rd, GET /*",
        "GET /k/ghp_abcdefgh, GET /k/*",
        "GET /k/sk_live_abcdef, GET /k/*",
        "GET /k/abcdefghijklmnopqrstuvwxyz, GET /k/*",
        "'GET /<script>alert(1)', GET /*",
        "'GET /a b', GET /*",
        "GET http://user:pass@proxy/x, GET http://*/x",
        "GET /o/0af7651916cd43dd8448eb211c80319c;v=1, GET /o/*",
        "OPTIONS *, OPTIONS *",
    })
    void masksWhatLooksLikeAnIdentifier(String asked, String template) {
        assertEquals(template, learnt(List.of(asked)).get(asked));
    }

    @Test
    void takesManyNamesInOnePlaceForAnArgument() {
        List<String> asked = new ArrayList<>(List.of("GET /cart", "GET /login"));
        for (int i = 0; i <= OperationPlace.MAX_NAMES; i++) {
            asked.add("GET /user/" + name(i));
        }
        Map<String, String> learnt = learnt(asked);
        assertEquals("GET /user/*", learnt.get("GET /user/" + name(3)));
        assertEquals("GET /cart", learnt.get("GET /cart"));
        asked.remove(asked.size() - 1);
        assertEquals("GET /user/" + name(3), learnt(asked).get("GET /user/" + name(3)), "as many as may be names");
    }

    @Test
    void takesNamesThatTheSameFollowsForAnArgument() {
        List<String> asked = new ArrayList<>();
        for (int i = 0; i <= OperationPlace.MAX_ALIKE; i++) {
            asked.add("GET /user/" + name(i) + "/orders");
            asked.add("GET /user/" + name(i) + "/cart");
        }
        assertEquals("GET /user/*/orders", learnt(asked).get("GET /user/" + name(1) + "/orders"));
    }

    @Test
    void takesNamesThatDifferInANumberForOne() {
        List<String> asked = new ArrayList<>(List.of("GET /s/f1.html", "GET /s/f2.html", "GET /s/f3.html", "GET /s/g"));
        assertEquals("GET /s/f1.html", learnt(asked).get("GET /s/f1.html"));
        asked.add("GET /s/f4.html");
        assertEquals("GET /s/f*.html", learnt(asked).get("GET /s/f1.html"));
        assertEquals("GET /s/g", learnt(asked).get("GET /s/g"));
    }

    /** Asked by these callers, in turn, of one server. */
    private static String askedBy(int callers, int times, String operation) {
        OperationTemplates templates = new OperationTemplates();
        for (int i = 0; i < 1000; i++) {
            templates.number("GET /cart/items", i % 5, 1);
            templates.number("GET /open/own" + (char) ('a' + i % 5) + "thing/x", i % 5, 1);
        }
        int number = 0;
        for (int i = 0; i < times; i++) {
            number = templates.number(operation, i % callers, 1);
        }
        return templates.templates().get(number - 1);
    }

    @Test
    void showsWhatManyCallersShareAlone() {
        assertEquals("GET /open/*", askedBy(1, 1, "GET /open/hunterpassword"));
        assertEquals("GET /open/*", askedBy(2, 1000, "GET /open/hunterpassword"));
        assertEquals("GET /open/everybody", askedBy(3, 3, "GET /open/everybody"));
        assertEquals("GET /*/*/*", askedBy(1, 30, "GET /correct/horse/battery"));
        assertEquals("GET /open/*/x", askedBy(1, 30, "GET /open/ownathing/x"), "what follows is shared by all");
    }

    @Test
    void aServerOfOneCallerShowsWhatItIsAskedForOften() {
        OperationTemplates templates = new OperationTemplates();
        int often = 0;
        for (int i = 0; i < OperationPlace.OFTEN; i++) {
            often = templates.number("GET /stock", 7, 1);
        }
        int once = templates.number("GET /hunter", 7, 1);
        assertEquals("GET /stock", templates.templates().get(often - 1));
        assertEquals("GET /*", templates.templates().get(once - 1));
    }

    /** A prober asks for so many things again and again, a gateway for three. */
    private static List<String> besideProber(int probed) {
        OperationTemplates templates = new OperationTemplates();
        for (int i = 0; i < 10 * OperationPlace.OFTEN; i++) {
            templates.number("GET /probe" + name(i % probed), 1, 1);
            for (String asked : List.of("GET /cart", "GET /stock", "POST /order")) {
                templates.number(asked, 2, 1);
            }
        }
        templates.number("GET /hunter", 2, 1);
        return templates.templates().stream().distinct().sorted().toList();
    }

    @Test
    void aProberBesideAGatewayHidesNoNames() {
        assertEquals(List.of("GET /*", "GET /cart", "GET /stock", "POST /order"), besideProber(1));
        assertEquals(List.of("GET /*", "GET /cart", "GET /stock", "POST /order"), besideProber(2));
        assertEquals(List.of("GET /*", "POST /*"), besideProber(3), "that is no prober");
    }

    @Test
    void keepsMethodsApart() {
        Map<String, String> learnt = learnt(List.of("GET /item/1", "PUT /item/1"));
        assertNotEquals(learnt.get("GET /item/1"), learnt.get("PUT /item/1"));
    }

    @Test
    void learnsTheSameInAnyOrder() {
        Random random = new Random(7);
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            asked.add("GET /" + name(random.nextInt(6)) + "/" + name(random.nextInt(100)) + "/"
                    + name(random.nextInt(20)));
        }
        Map<String, String> first = learnt(asked);
        for (int round = 0; round < 5; round++) {
            Collections.shuffle(asked, random);
            assertEquals(first, learnt(asked));
        }
        assertTrue(first.containsValue("GET /" + name(0) + "/*/" + name(0)), first.values()::toString);
    }

    @Test
    void masksAMaskedTextToItself() {
        OperationTemplates sniffer = new OperationTemplates();
        String masked = sniffer.masked(sniffer.number("GET /a/17/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p", 0, 0));
        OperationTemplates reader = new OperationTemplates();
        assertEquals(masked, reader.masked(reader.number(masked, 0, 0)));
        assertEquals("GET /a/*/b/c/d/e/f/g/h/i/**", masked);
    }

    @Test
    void givesOneNumberToWhatItDoesNotTellApart() {
        OperationTemplates templates = new OperationTemplates();
        int number = 1;
        for (int i = 0; i < 70_000 && number != OperationTemplates.OTHER; i++) {
            number = templates.number("M" + i + " /", 0, 0);
        }
        assertEquals(OperationTemplates.OTHER, number);
        assertEquals(templates.size(), templates.templates().size());
    }

    @Test
    void memoryIsBoundedWhateverIsAskedFor() {
        OperationTemplates templates = new OperationTemplates();
        int known = templates.number("GET /cart", 1, 1);
        for (int i = 0; !templates.isFull(); i++) {
            String distinct = name(i % 60) + "/" + name(i / 60 % 60) + "/" + name(i / 3600);
            templates.number("GET /" + distinct + "/a/b/c/d/e/f", 1, 1);
            assertTrue(i < 60_000, "it is full in the end");
        }
        assertEquals(OperationTemplates.OTHER, templates.number("GET /never/seen", 1, 1));
        assertEquals(known, templates.number("GET /cart", 1, 1));
    }

    /** A service asks window by window: a name is shown from the window on in which enough callers had asked for it. */
    @Test
    void goesOnLearningAfterItTold() {
        OperationTemplates templates = new OperationTemplates();
        int number = templates.number("GET /open/sesame", 1, 1);
        templates.number("GET /cart", 2, 1);
        templates.number("GET /cart", 3, 1);
        assertEquals("GET /open/*", templates.templates().get(number - 1).replace("GET /*/", "GET /open/"));
        for (int caller = 1; caller <= OperationPlace.SHARED_BY; caller++) {
            assertEquals(number, templates.number("GET /open/sesame", caller, 1));
        }
        assertEquals("GET /open/sesame", templates.templates().get(number - 1));
    }

    @Test
    void keepsNumbersAndNamesOverARestart() {
        OperationTemplates before = new OperationTemplates();
        int cart = before.number("GET /cart", 1, 1);
        int item = before.number("GET /item/7", 1, 1);
        for (int i = 0; i < 70; i++) {
            before.number("GET /user/" + name(i) + "/orders", i % 5, i % 3);
            before.number("GET /open/everybody", i % 2, 4);
            before.number("GET /cart", i % 5, 1);
        }
        OperationTemplates after = OperationTemplates.decode(before.encode());
        assertEquals(before.templates(), after.templates());
        assertTrue(after.templates().containsAll(List.of("GET /cart", "GET /open/everybody", "GET /user/*/orders")));
        int next = before.size() + 1;
        for (OperationTemplates each : List.of(before, after)) {
            assertEquals(item, each.number("GET /item/8", 1, 1));
            assertEquals(cart, each.number("GET /cart", 1, 1));
            assertEquals(next, each.number("GET /new", 1, 1));
        }
        assertEquals(before.templates(), after.templates());
        assertEquals(0, OperationTemplates.decode(new byte[] {1, 2, 3}).size());
    }

    /** A service asks at every look, so what is asked as before costs no copy of the tree. */
    @Test
    void templatesAreMadeAnewOnlyWhereSomethingWasLearnt() {
        OperationTemplates templates = new OperationTemplates();
        for (int i = 0; i < 4 * OperationPlace.OFTEN; i++) {
            templates.number("GET /cart", i % 4, 1);
        }
        List<String> told = templates.templates();
        for (int i = 0; i < 100; i++) {
            templates.number("GET /cart", i % 4, 1);
        }
        assertSame(told, templates.templates());
        templates.number("GET /login", 1, 1);
        assertEquals(List.of("GET /cart", "GET /*"), templates.templates());
    }

    private static Map<String, String> learnt(List<String> asked) {
        OperationTemplates templates = new OperationTemplates();
        Map<String, Integer> numbers = new HashMap<>();
        for (int caller = 0; caller < OperationPlace.SHARED_BY; caller++) {
            for (String text : asked) {
                numbers.put(text, templates.number(text, caller, 1));
            }
        }
        List<String> all = templates.templates();
        Map<String, String> learnt = new HashMap<>();
        numbers.forEach((text, number) -> learnt.put(text, all.get(number - 1)));
        return learnt;
    }

    /** Letters alone: nothing that is masked. */
    private static String name(int i) {
        return "" + (char) ('a' + i / 26) + (char) ('a' + i % 26) + "name";
    }
}
