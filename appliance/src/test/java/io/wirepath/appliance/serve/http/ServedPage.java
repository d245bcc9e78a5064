package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.report.Report;
import io.wirepath.report.ReportJson;
import io.wirepath.report.html.PageBrowser;
import io.wirepath.report.sum.KeptSums;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The page of a service that is not started, in a browser. */
abstract class ServedPage extends StillService {

    PageBrowser browser;

    @BeforeEach
    void openBrowser() {
        browser = new PageBrowser();
    }

    @AfterEach
    void closeBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    void start(HttpSettings settings) {
        start(settings, "http");
        base += "/";
    }

    String keep(int minute, Report report) {
        ObjectNode json = ReportJson.of(report);
        return keep(minute, json.put(KeptSums.FIELD, KeptSums.of(report.analysis())));
    }

    String keep(int minute, ObjectNode report) {
        WindowId id = new WindowId(NOW + minute * MINUTE, NOW + (minute + 1) * MINUTE);
        ObjectNode window = JsonNodeFactory.instance.objectNode();
        window.putObject("window")
                .put("id", id.toString())
                .put("fromNanos", id.fromNanos())
                .put("toNanos", id.toNanos())
                .put("calls", 3)
                .put("problems", 1);
        window.setAll(report);
        service.reports().put(id, window);
        return id.toString();
    }
}
