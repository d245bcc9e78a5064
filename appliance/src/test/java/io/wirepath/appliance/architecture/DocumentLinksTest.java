package io.wirepath.appliance.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of the documents lead somewhere: to files that exist, and to headings or anchors that they have. */
class DocumentLinksTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    @Test
    void leadSomewhere() throws IOException {
        Set<String> broken = new TreeSet<>();
        int links = 0;
        for (Path document : documents()) {
            Matcher link = LINK.matcher(Files.readString(document));
            while (link.find()) {
                if (!link.group(1).contains("://")) {
                    links++;
                    if (!leads(document, link.group(1))) {
                        broken.add(ROOT.relativize(document) + ": " + link.group(1));
                    }
                }
            }
        }
        assertEquals(Set.of(), broken);
        assertTrue(links > 300, "links: " + links);
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        return documents;
    }

    private static boolean leads(Path document, String link) throws IOException {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? document : document.resolveSibling(file).normalize();
        boolean isWithin = hash < 0 || !target.toString().endsWith(".md");
        return Files.exists(target) && (isWithin || places(target).contains(link.substring(hash + 1)));
    }

    /** What a link may name in a document: its anchors, and its headings as they are shown on the web. */
    private static Set<String> places(Path document) throws IOException {
        String text = Files.readString(document);
        Set<String> places = new TreeSet<>();
        ANCHOR.matcher(text).results().forEach(found -> places.add(found.group(1)));
        HEADING.matcher(text)
                .results()
                .map(found -> found.group(1).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1"))
                .map(heading -> heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}\\p{M}_\\- ]", ""))
                .forEach(heading -> places.add(heading.replace(' ', '-')));
        return places;
    }
}
