package io.wirepath.report.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/**
 * The files of the page: its frame, and the script and style that are made from the sources in {@code page/}.
 *
 * <p>There are two frames. That of {@link #frame} names the other two files, for a server; that of {@link #whole} holds
 * them and the data, for a file that stands alone. Immutable; safe to share.
 */
public final class PageFiles {

    /** What the served page may load: its own files and the service's answers. */
    public static final String SERVED_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                    + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final String frame;
    private final String script;
    private final String style;

    /** Reads the files from the program's archive. */
    public PageFiles() {
        frame = resource("page.html");
        script = resource("page.js");
        style = resource("page.css");
    }

    /** The script. */
    public String script() {
        return script;
    }

    /** The style sheet. */
    public String style() {
        return style;
    }

    /** The page that loads {@code page.js} and {@code page.css} from beside it. */
    public String frame() {
        return filled(
                "", "<link rel=\"stylesheet\" href=\"page.css\">", "<script type=\"module\" src=\"page.js\"></script>");
    }

    /**
     * The page with everything inside. Its policy lets this script and this style run, known by their hashes, and
     * nothing else.
     *
     * @param json the data, which stands in it compressed (RFC 1952, RFC 4648)
     */
    public String whole(String json) {
        String policy = "default-src 'none'; script-src '" + hash(script) + "'; style-src '" + hash(style)
                + "'; img-src data:; base-uri 'none'; form-action 'none'";
        return filled(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">",
                "<style>" + style + "</style>",
                "<script type=\"application/gzip\" id=\"data\">" + packed(json) + "</script>\n<script type=\"module\">"
                        + script + "</script>");
    }

    private String filled(String policy, String styles, String scripts) {
        return frame.replace("{{policy}}\n", policy.isEmpty() ? "" : policy + "\n")
                .replace("{{style}}", styles)
                .replace("{{script}}", scripts);
    }

    /**
     * Compressed, a tenth of its size; base64 has no character that could end the element, whatever a name contains.
     */
    private static String packed(String json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream to = new GZIPOutputStream(bytes)) {
            to.write(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** The hash by which a content security policy knows a text (CSP level 3, §2.3.1). */
    public static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The beginning of a page without a script, up to its first heading. */
    static String plainHead(String title, String style) {
        return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '" + hash(style)
                + "'\"><meta name=\"viewport\" content=\"width=device-width\"><title>" + escaped(title)
                + "</title><style>" + style + "</style></head><body><main>\n";
    }

    /** A text as it may stand in a page: what packets named is a stranger's. */
    static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                default ->
                    safe.appendCodePoint(
                            Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c);
            }
        });
        return safe.toString();
    }

    private static String resource(String name) {
        try (InputStream in = PageFiles.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the program is incomplete: " + name + " is missing from its archive");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
