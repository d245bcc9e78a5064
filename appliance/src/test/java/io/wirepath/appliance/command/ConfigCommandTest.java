package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigCommandTest extends VerbTest {

    @TempDir
    private Path temp;

    private String printed() {
        return out.toString(StandardCharsets.UTF_8).replace(temp + "/", "");
    }

    private String complaints() {
        return err.toString(StandardCharsets.UTF_8).replace(temp + "/", "");
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(temp.resolve(name), text).toString();
    }

    @Test
    void findsTheShippedFilesGood() {
        assertEquals(0, run("config", "check", "../config/sniffer.yaml", "../config/serve.yaml"), this::complaints);
        assertEquals("../config/sniffer.yaml: good, for sniffer\n../config/serve.yaml: good, for serve\n", printed());
    }

    @Test
    void tellsEverythingThatIsWrongInAllFilesAndFails() throws IOException {
        String bad = file("sniffer-eth1.yaml", "spool:\n  max-byte: 1GiB\n  max-age: 1s\n");
        String open = file("serve.yaml", "http: {listen: 0.0.0.0:80}\nreceive: {listen: \"[::]:7171\"}\n");
        assertEquals(1, run("config", "check", bad, "../config/serve.yaml", open));
        assertEquals("../config/serve.yaml: good, for serve\n", printed());
        assertEquals("""
                wirepath: sniffer-eth1.yaml:2:3: spool.max-byte: there is no such key; did you mean max-bytes?
                wirepath: sniffer-eth1.yaml:3:12: spool.max-age: 1s is outside 1min to 3650d
                wirepath: serve.yaml: receive.tls.certificate: is missing; [::]:7171 is not the loopback, so certificate, key and\
                 authority are needed
                wirepath: serve.yaml: http.certificate: is missing; 0.0.0.0:80 is not the loopback, so TLS is needed
                wirepath: serve.yaml: http.token-file: is missing; 0.0.0.0:80 is not the loopback, so a token, or http.oidc, is needed
                """, complaints());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"//login.example.org/", "http://login.example.org/", "ftp://login.example.org/", "https:/x"})
    void refusesWhatIsNoAddressOfAnIssuer(String issuer) throws IOException {
        String file = file(
                "serve.yaml", "http: {oidc: {issuer: \"" + issuer + "\", client: wirepath, roles: {sre: change}}}\n");
        assertEquals(1, run("config", "check", file), this::complaints);
        assertTrue(complaints().contains("http.oidc.issuer: '" + issuer + "' is no address such as"), complaints());
    }

    @Test
    void asksForTheFilesThatKeysName() throws IOException {
        String file = file("serve.yaml", "merge: {nat-rules: " + temp.resolve("rules") + "}\n");
        assertEquals(1, run("config", "check", file));
        assertEquals("wirepath: serve.yaml:1:20: merge.nat-rules: rules is not there\n", complaints());
        file("rules", "");
        assertEquals(0, run("config", "check", file));
    }

    @Test
    void showsWhereEachValueCameFrom() throws IOException {
        String file = file("mine.yaml", "spool:\n  max-bytes: 2GiB\n");
        assertEquals(
                0,
                run("config", "show", file, "--service", "sniffer", "--set", "name=tap", "--changed"),
                this::complaints);
        assertEquals("name: tap              # command line\nspool.max-bytes: 2GiB  # mine.yaml:2:14\n", printed());
    }

    @Test
    void showsEveryKeyAsJson() throws IOException {
        assertEquals(0, run("config", "show", "--service", "serve", "--json"), this::complaints);
        JsonNode keys = new ObjectMapper().readTree(printed());
        assertTrue(keys.size() > 20);
        assertEquals("directory", keys.get(0).get("key").asText());
        assertEquals("default", keys.get(0).get("source").asText());
        assertFalse(keys.get(0).get("reloads").asBoolean());
    }

    private String refusal(String... arguments) {
        assertEquals(2, run(arguments));
        return complaints();
    }

    @Test
    void asksWhichServiceIsMeant() throws IOException {
        String said = refusal("config", "show")
                + refusal("config", "check", file("mine.yaml", ""))
                + refusal("config", "show", "--service", "sniff")
                + refusal("config");
        assertEquals("""
                wirepath: say which configuration with --service sniffer or --service serve; see 'wirepath config show --help'
                wirepath: mine.yaml: its name begins neither with sniffer nor with serve; say what it is for with --service; see\
                 'wirepath config check --help'
                wirepath: --service: 'sniff' is neither sniffer nor serve; see 'wirepath config show --help'
                wirepath: either check or show is missing; see 'wirepath config --help'
                """, said);
    }
}
