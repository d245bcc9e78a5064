package io.wirepath.appliance.serve.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HttpSettingsTest {

    @Test
    void tellsTheAddressAsABrowserTakesIt() {
        assertEquals("http://127.0.0.1:7170/", HttpSettings.onLoopback(0).url(7170));
        assertEquals("http://[::1]:80/", new HttpSettings("::1", 80, null, null, null).url(80));
        Path file = Path.of("any.pem");
        assertEquals("https://tap.example:443/", new HttpSettings("tap.example", 443, file, file, file).url(443));
    }
}
