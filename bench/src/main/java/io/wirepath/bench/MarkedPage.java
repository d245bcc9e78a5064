package io.wirepath.bench;

import java.io.IOException;

/** Puts tables into a page of the manual, each between its marks. */
public final class MarkedPage {

    private static final String END = "<!-- end -->";

    private MarkedPage() {}

    /**
     * The page with another table between two marks, {@code <!-- NAME -->} and {@code <!-- end -->}.
     *
     * @throws IOException where the page lacks them
     */
    public static String replace(String page, String name, String table) throws IOException {
        String mark = "<!-- " + name + " -->\n";
        int begin = page.indexOf(mark);
        int end = page.indexOf(END, Math.max(0, begin));
        if (begin < 0 || end < 0) {
            throw new IOException("the page lacks the lines '" + mark.strip() + "' and '" + END + "'");
        }
        return page.substring(0, begin + mark.length()) + '\n' + table + '\n' + page.substring(end);
    }
}
