package io.wirepath.appliance.serve.http;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.wirepath.report.html.PageFiles;

/**
 * The page at {@code /}. It holds no data, so anybody who reaches the service may load it; what it shows comes from the
 * API, which asks for the token.
 */
final class PageResource {

    private PageResource() {}

    static void add(JavalinConfig config, Guard guard) {
        PageFiles files = new PageFiles();
        String frame = files.frame();
        config.routes.get("/", context -> answer(context, guard, "text/html; charset=utf-8", frame));
        config.routes.get(
                "/page.js", context -> answer(context, guard, "text/javascript; charset=utf-8", files.script()));
        config.routes.get("/page.css", context -> answer(context, guard, "text/css; charset=utf-8", files.style()));
    }

    /** A page that stands alone: its own policy lets nothing in it run. */
    static void answer(Context context, String page) {
        context.header("X-Content-Type-Options", "nosniff");
        context.header("Content-Security-Policy", "sandbox; frame-ancestors 'none'");
        context.header("Cache-Control", "no-store");
        context.contentType("text/html; charset=utf-8").result(page);
    }

    private static void answer(Context context, Guard guard, String type, String text) {
        guard.checkAddress(context);
        context.header("Content-Security-Policy", PageFiles.SERVED_POLICY);
        context.header("X-Content-Type-Options", "nosniff");
        context.header("Referrer-Policy", "no-referrer");
        context.header("Cross-Origin-Opener-Policy", "same-origin");
        context.header("Cross-Origin-Resource-Policy", "same-origin");
        context.header("Cache-Control", "no-cache");
        context.contentType(type).result(text);
    }
}
