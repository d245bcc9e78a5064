package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.wirepath.appliance.serve.spans.RequestDurations;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Forms of the figures. The histogram itself is held against spans in {@code SpanExportTest}. */
class RequestMetricsTest extends HttpFixture {

    @Test
    void whoAsksForOpenMetricsGetsIt() throws Exception {
        start(HttpSettings.onLoopback(0), "http");
        HttpResponse<String> plain = send("GET", "/metrics", "");
        assertEquals(
                "text/plain; version=0.0.4; charset=utf-8",
                plain.headers().firstValue("Content-Type").orElse(""));
        assertFalse(plain.body().contains("# EOF"));
        String accepted = "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5";
        HttpResponse<String> open = send("GET", "/metrics", "", "Accept", accepted);
        assertEquals(
                "application/openmetrics-text; version=1.0.0; charset=utf-8",
                open.headers().firstValue("Content-Type").orElse(""));
        assertTrue(open.body().endsWith("# EOF\n"), "OpenMetrics ends so");
        assertTrue(open.body().contains("wirepath_up 1.0"), open.body());
    }

    @Test
    void requestsAreAHistogramWithExemplars() {
        List<Long> counts = new ArrayList<>(Collections.nCopies(RequestDurations.bounds().length, 0L));
        counts.set(3, 7L);
        counts.set(6, 1L);
        RequestDurations.Example slow = new RequestDurations.Example(0.08, 1_796_030_888_926L, "aa", "bb");
        String told = scrape(List.of(new RequestDurations.OfService("web", counts, 0.15, List.of(slow))));
        assertTrue(told.contains("wirepath_request_seconds_bucket{service=\"web\",le=\"0.01\"} 7\n"), told);
        assertTrue(
                told.contains("wirepath_request_seconds_bucket{service=\"web\",le=\"0.1\"} 8"
                        + " # {span_id=\"bb\",trace_id=\"aa\"} 0.08 1796030888.926\n"),
                told);
        assertTrue(told.contains("wirepath_request_seconds_count{service=\"web\"} 8\n"), told);
        assertFalse(scrape(List.of()).contains("wirepath_request_seconds"));
    }

    private static String scrape(List<RequestDurations.OfService> services) {
        PrometheusMeterRegistry registry = Metrics.registry();
        registry.getPrometheusRegistry().register(new RequestMetrics(() -> services));
        String told = registry.scrape(Metrics.form("application/openmetrics-text"));
        registry.close();
        return told;
    }
}
