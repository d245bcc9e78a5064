package io.wirepath.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class PageFilesTest {

    private static final int MAX_BYTES = 150_000;

    private final PageFiles files = new PageFiles();

    @Test
    void theScriptIsSmall() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream to = new GZIPOutputStream(packed)) {
            to.write(files.script().getBytes(StandardCharsets.UTF_8));
        }
        assertTrue(packed.size() < MAX_BYTES, packed.size() + " bytes");
    }

    @Test
    void dataCannotLeaveItsElement() {
        String page = files.whole("{\"name\":\"</script><script>alert(1)</script><!--\"}");
        assertEquals(2, count(page, "<script"), "the data and the script");
        assertEquals(2, count(page, "</script"));
        assertFalse(page.contains("alert(1)"), "it is packed");
    }

    @Test
    void thePolicyOfTheFileKnowsItsScriptByHashAlone() {
        String page = files.whole("{}");
        String policy = Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\"")
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .reduce("", String::concat);
        assertEquals(
                2,
                Pattern.compile("'sha256-[A-Za-z0-9+/]{43}='")
                        .matcher(policy)
                        .results()
                        .map(MatchResult::group)
                        .distinct()
                        .count(),
                policy);
        assertFalse(page.contains("unsafe"), "nothing inline that is not known runs");
        assertTrue(policy.startsWith("default-src 'none'"), policy);
    }

    @Test
    void theServedFrameHoldsNoScript() {
        assertFalse(files.frame().contains("{{"), files.frame());
        assertTrue(files.frame().contains("<script type=\"module\" src=\"page.js\"></script>"), files.frame());
    }

    private static long count(String text, String part) {
        return Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
    }
}
