package io.wirepath.appliance.serve.http;

import io.wirepath.appliance.serve.ServeControl;
import io.wirepath.appliance.serve.ServeSettings;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.ServiceLog;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A service that is not started, so that nothing moves under a test but what it asks for, and what answers for it. */
abstract class StillService {

    static final long NOW = 1_795_196_940_000_000_000L;
    static final long MINUTE = 60_000_000_000L;
    static final String TOKEN = "a-token-of-some-length";

    @TempDir
    Path directory;

    final List<String> log = new ArrayList<>();
    Service service;
    HttpService http;
    String base = "";

    @BeforeEach
    void openService() throws IOException {
        service = new Service(
                ServeSettings.defaults(directory.resolve("state")),
                new ServeControl(ServeTuning.defaults(), log::add),
                new ServiceLog(
                        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), Map.of()),
                () -> {},
                new Service.Times(() -> NOW, () -> NOW));
    }

    @AfterEach
    void closeService() {
        if (http != null) {
            http.close();
        }
        if (service != null) {
            service.close();
        }
    }

    void start(HttpSettings settings, String scheme) {
        http = HttpService.start(settings, service, log::add);
        base = scheme + "://" + settings.host() + ":" + http.port();
    }
}
