package io.wirepath.connect.oidc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.wirepath.appliance.listen.AccessToken.Grant;
import io.wirepath.appliance.listen.Issuer;
import io.wirepath.appliance.serve.ServeControl;
import io.wirepath.appliance.serve.ServeSettings;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.ServiceLog;
import io.wirepath.appliance.serve.http.HttpService;
import io.wirepath.appliance.serve.http.HttpSettings;
import io.wirepath.report.html.PageBrowser;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** People sign in at a provider of OpenID Connect, in a browser; machines show its tokens. */
@Timeout(60)
class OidcSignInTest {

    private static final String VERIFIER = "ccccccccccccccccccccccccccccccccccccccccccc";

    private static final String SITE = "site";
    private static final String API = "wirepath-api";
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());

    @TempDir
    Path directory;

    private final MockOAuth2Server provider = new MockOAuth2Server(new OAuth2Config(true));
    private final HttpClient client = HttpClient.newHttpClient();
    private Service service;
    private HttpService http;
    private URI page;
    private Path audit;

    @BeforeEach
    void start() throws IOException {
        provider.start();
        service = new Service(
                ServeSettings.defaults(directory.resolve("state")),
                new ServeControl(ServeTuning.defaults(), line -> {}),
                new ServiceLog(NOWHERE, Map.of()),
                () -> {},
                new Service.Times(() -> 0, () -> 0));
        audit = directory.resolve("audit.jsonl");
        serve(provider.issuerUrl(SITE).uri());
    }

    private void serve(URI issuer) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "what-was-agreed");
        Issuer.Settings settings = new Issuer.Settings(
                issuer,
                "wirepath",
                secret,
                List.of("profile"),
                API,
                "realm.roles",
                Map.of("sre", Grant.CHANGE, "developers", Grant.VIEW),
                null);
        http = HttpService.start(
                new HttpSettings("127.0.0.1", 0, null, null, null, audit, 1 << 20, settings), service, line -> {});
        page = URI.create("http://127.0.0.1:" + http.port() + "/");
    }

    @AfterEach
    void stop() throws IOException {
        http.close();
        service.close();
        provider.shutdown();
    }

    private static void signInAs(Page page, String name, String role) {
        page.waitForSelector("main.sign-in a");
        page.locator("main.sign-in a").click();
        page.locator("input[name=username]").fill(name);
        page.locator("textarea[name=claims]")
                .fill("{\"realm\":{\"roles\":[\"" + role + "\"]},\"preferred_username\":\"Ada\"}");
        page.locator("input[type=submit]").click();
    }

    @Test
    void aBrowserSignsInAndOutAndTheLogTellsWho() throws Exception {
        try (PageBrowser browser = new PageBrowser()) {
            Page shown = browser.page();
            shown.navigate(page + "#/queries");
            signInAs(shown, "u-17", "developers");
            shown.waitForSelector("#queries form");
            assertTrue(shown.url().startsWith(page.toString()), shown.url());
            assertTrue(shown.url().endsWith("#/queries"), "back where it was: " + shown.url());
            assertEquals("", shown.evaluate("document.cookie"), "no script can read it");
            assertEquals(403, status(shown, "PATCH", "api/v1/settings"), "developers may view alone");
            shown.locator("button.sign-out:has-text('Ada/u-17')").click();
            shown.waitForSelector("main.sign-in a");
            assertEquals(401, status(shown, "GET", "api/v1/windows"));
        }
        String log = Files.readString(audit);
        assertTrue(log.contains("\"caller\":\"Ada/u-17\""), log);
        String asked = authorization();
        assertTrue(asked.contains("code_challenge_method=S256"), asked);
        assertTrue(asked.contains("nonce="), asked);
    }

    private String authorization() {
        while (true) {
            String target = provider.takeRequest(1, TimeUnit.SECONDS).getPath();
            if (target != null && target.contains("/authorize")) {
                return target;
            }
        }
    }

    private static int status(Page page, String method, String path) {
        return (int) page.evaluate(
                "async ([method, path]) => (await fetch(path, { method })).status", List.of(method, path));
    }

    @Test
    void whoHasNoRoleAndWhoBringsTheAnswerToAnotherBrowserDoNotComeIn() throws Exception {
        try (PageBrowser browser = new PageBrowser()) {
            Page shown = browser.page();
            shown.navigate(page.toString());
            signInAs(shown, "u-18", "guests");
            shown.waitForURL(url -> url.contains("/sign-in/done"));
            assertTrue(shown.locator("body").textContent().contains("Ada/u-18 has no role here"));
        }
        assertEquals(
                401,
                get("sign-in/done?code=abc&state=of-another", Optional.empty()).statusCode());
        HttpResponse<String> begun = get("sign-in", Optional.empty());
        assertEquals(302, begun.statusCode());
        String pass = begun.headers().firstValue("Set-Cookie").orElseThrow();
        assertTrue(pass.contains("HttpOnly") && pass.contains("SameSite=Lax"), pass);
        HttpRequest.Builder forged = HttpRequest.newBuilder(page.resolve("sign-in/done?code=abc&state=of-another"))
                .header("Cookie", pass.substring(0, pass.indexOf(';')));
        HttpResponse<String> refused = client.send(forged.build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(401, refused.statusCode());
        assertTrue(refused.body().contains("the answer to another browser"), refused.body());
    }

    @ParameterizedTest
    @CsvSource({
        "a.b.c,code=x&state=a",
        "a..,code=x&state=a",
        "..,code=x&state=",
        "a.b.c,''",
        "a.b." + VERIFIER + ",code=%20&state=a",
        "a.b." + VERIFIER + ",access_token=a&token_type=Bearer&scope=%E2%80%A8&state=a"
    })
    void whatABrowserMakesUpIsRefusedAndNoBug(String pass, String query) throws Exception {
        HttpRequest.Builder made = HttpRequest.newBuilder(page.resolve("sign-in/done?" + query))
                .header("Cookie", "wirepath-sign-in=" + pass);
        assertEquals(
                401,
                client.send(made.build(), HttpResponse.BodyHandlers.ofString()).statusCode());
    }

    /** What no client library sends: a query with a sign that no address has. */
    @Test
    void aQueryThatIsNoAddressIsRefusedAndNoBug() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.port())) {
            socket.getOutputStream()
                    .write(("GET /sign-in/done?code=x&state=a|{} HTTP/1.1\r\nHost: 127.0.0.1:" + http.port()
                                    + "\r\nCookie: wirepath-sign-in=a.b." + VERIFIER
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(answer.startsWith("HTTP/1.1 4"), answer);
        }
    }

    @Test
    void machinesShowTokensOfTheIssuer() throws Exception {
        assertEquals(200, asked(token(SITE, API, "sre", 60)));
        assertEquals(401, asked(token(SITE, "somebody-else", "sre", 60)), "for another service");
        assertEquals(401, asked(token("other", API, "sre", 60)), "of another issuer");
        assertEquals(401, asked(token(SITE, API, "guests", 60)), "without a role");
        assertEquals(401, asked(token(SITE, API, "sre", -3600)), "over");
        String audience = provider.issuerUrl(SITE).toString();
        JWTClaimsSet claims = SignedJWT.parse(token(SITE, API, "sre", 60)).getJWTClaimsSet();
        assertEquals(audience, claims.getIssuer());
        http.close();
        serve(provider.issuerUrl(SITE).uri());
        assertEquals(401, asked(new PlainJWT(claims).serialize()), "signed by nobody");
        SignedJWT forged = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(SITE).build(), claims);
        forged.sign(new RSASSASigner(new RSAKeyGenerator(2048).generate()));
        assertEquals(401, asked(forged.serialize()), "signed by somebody else");
        assertEquals(200, asked(token(SITE, API, "developers", 60)));
        assertFalse(Files.readString(audit).contains("guests"));
    }

    @Test
    void anIssuerThatIsNotThereIsSaidToBeTheReason() throws Exception {
        http.close();
        serve(URI.create("http://127.0.0.1:1/nobody"));
        HttpResponse<String> answer = get("sign-in", Optional.empty());
        assertEquals(503, answer.statusCode());
        assertTrue(answer.body().contains("is not reached"), answer.body());
        assertEquals(503, asked(token(SITE, API, "sre", 60)));
    }

    private String token(String issuer, String audience, String role, long seconds) {
        return provider.issueToken(
                        issuer,
                        "robot",
                        new DefaultOAuth2TokenCallback(
                                issuer,
                                "robot",
                                "JWT",
                                List.of(audience),
                                Map.of("realm", Map.of("roles", List.of(role))),
                                seconds))
                .serialize();
    }

    private int asked(String token) throws Exception {
        return get("api/v1/windows", Optional.of("Bearer " + token)).statusCode();
    }

    private HttpResponse<String> get(String path, Optional<String> authorization) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(page.resolve(path));
        authorization.ifPresent(shown -> request.header("Authorization", shown));
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }
}
