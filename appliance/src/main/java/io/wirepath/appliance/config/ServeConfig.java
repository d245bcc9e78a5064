package io.wirepath.appliance.config;

import io.wirepath.appliance.config.binding.Between;
import io.wirepath.appliance.config.binding.ByteSize;
import io.wirepath.appliance.config.binding.CheckedConfig;
import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.appliance.config.binding.InputFile;
import io.wirepath.appliance.config.binding.Reloadable;
import io.wirepath.appliance.listen.AccessToken;
import io.wirepath.appliance.serve.alert.AlertForm;
import io.wirepath.appliance.serve.alert.Webhook;
import io.wirepath.causes.joint.evidence.Evidence;
import io.wirepath.pipeline.AlgorithmOptions;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code wirepath serve} may be told; {@code config/serve.yaml} says what each key means.
 *
 * @param directory what the service keeps: received spools, messages, history, checkpoints
 * @param receive spools that sniffers send
 * @param spools spools of this machine
 * @param merge how sightings become messages
 * @param windows the pieces of time that are analysed
 * @param analysis how causes are inferred
 * @param messages how long messages are kept
 * @param history how long results are kept
 * @param http metrics, health, API
 * @param alerts who is told of problems
 * @param metrics where figures are sent
 * @param spans requests that a tracing system is sent
 */
public record ServeConfig(
        Path directory,
        Receive receive,
        List<Path> spools,
        Merge merge,
        Windows windows,
        Analysis analysis,
        Bounds messages,
        Bounds history,
        Http http,
        Alerts alerts,
        Metrics metrics,
        Spans spans)
        implements CheckedConfig {

    /**
     * Spools that sniffers send.
     *
     * @param listen where to listen, or null not to
     * @param kafka brokers and prefix of the topics that sniffers write, or null for none
     * @param windows brokers and prefix of the topics that a job of the cluster writes, or null for none
     * @param ulm where lines of logs are received over TCP and UDP, or null not to
     * @param tls keys; a sniffer without a certificate of the authority is turned away
     * @param names the name of its certificate, by the name of the sniffer
     * @param users users of this machine whose sniffers are received without TLS, besides this one and root
     * @param maxBytes bound of each received spool
     * @param maxTotalBytes bound of all of them together
     * @param maxAge how long anything of it is kept
     */
    public record Receive(
            @Nullable HostPort listen,
            @Nullable String kafka,
            @Nullable String windows,
            @Nullable HostPort ulm,
            TlsConfig tls,
            Map<String, String> names,
            List<String> users,
            @Between(least = "4MiB", most = "64TiB") ByteSize maxBytes,
            @Between(least = "4MiB", most = "64TiB") ByteSize maxTotalBytes,
            @Between(least = "1min", most = "3650d") Duration maxAge) {}

    /**
     * How sightings become messages.
     *
     * @param hold how long a sighting waits for those that complete late
     * @param silent how long a silent sniffer is waited for while another is heard of
     * @param late a sniffer that is so far behind holds nobody up
     * @param remember how long it is remembered which messages were given out, for sniffers that are late
     * @param rememberBytes bound of the disk that takes
     * @param reference the sniffer whose clock is right, or null
     * @param ties how far a sniffer's clock is ahead of the reference's
     * @param natRules file of known translations, or null
     */
    public record Merge(
            @Between(least = "100ms", most = "10min") Duration hold,
            @Between(least = "1s", most = "1d") Duration silent,
            @Between(least = "1s", most = "1d") Duration late,
            @Between(least = "1min", most = "7d") Duration remember,
            @Between(least = "64MiB", most = "64TiB") ByteSize rememberBytes,
            @Nullable String reference,
            Map<String, Duration> ties,
            @InputFile @Nullable Path natRules) {}

    /**
     * The pieces of time that are analysed.
     *
     * @param length of what each one counts
     * @param before margin that tells causes
     * @param after margin in which paths end
     */
    public record Windows(
            @Reloadable @Between(least = "1s", most = "1d") Duration length,
            @Reloadable @Between(least = "0s", most = "1d") Duration before,
            @Reloadable @Between(least = "0s", most = "1d") Duration after) {}

    /** The algorithms, and the choice among them. */
    public enum Algorithm {
        AUTO,
        JOINT,
        LINKING,
        NESTING,
        CONVOLUTION
    }

    /**
     * How causes are inferred.
     *
     * @param algorithm which algorithm
     * @param evidence what joint may use
     * @param seed start of joint's random numbers
     * @param maxDelay longest time from a cause to its effect, for linking
     * @param options parameters of the algorithms, such as {@code linking.y=4}
     * @param names file with names of addresses, or a directory of them, or null
     * @param namesFrom who is asked for names over the network
     */
    public record Analysis(
            @Reloadable Algorithm algorithm,
            @Reloadable List<Evidence> evidence,
            @Reloadable long seed,
            @Reloadable @Between(least = "1ms", most = "1h") Duration maxDelay,
            @Reloadable List<String> options,
            @Reloadable @InputFile @Nullable Path names,
            List<String> namesFrom) {}

    /**
     * How long something is kept.
     *
     * @param maxBytes bound of the disk it takes
     * @param maxAge bound of its age
     */
    public record Bounds(
            @Between(least = "4MiB", most = "64TiB") ByteSize maxBytes,
            @Between(least = "1min", most = "3650d") Duration maxAge) {}

    /**
     * Metrics, health, API.
     *
     * @param listen where to listen
     * @param certificate PEM file of the certificate chain, or null for no TLS
     * @param key PEM file of its private key
     * @param tokenFile file with the tokens that callers show, or null
     * @param audit bound of the log of who asked for what; 0B for none
     * @param oidc the site's own log-in
     */
    public record Http(
            HostPort listen,
            @InputFile @Nullable Path certificate,
            @InputFile @Nullable Path key,
            @InputFile @Nullable Path tokenFile,
            @Between(least = "0B", most = "1TiB") ByteSize audit,
            Oidc oidc) {}

    /**
     * The site's own log-in, by OpenID Connect.
     *
     * @param issuer address of the issuer, or null for none
     * @param client what this service is called there
     * @param secretFile file with what this service shows there, or null for a public client
     * @param scopes what is asked for besides {@code openid}
     * @param audience whom tokens of machines must be for, or null where none are taken
     * @param rolesClaim the claim that holds groups or roles
     * @param roles what may be done, by a value of that claim
     * @param page address of the service's page in browsers, or null for where it listens
     */
    public record Oidc(
            @Nullable String issuer,
            @Nullable String client,
            @InputFile @Nullable Path secretFile,
            List<String> scopes,
            @Nullable String audience,
            String rolesClaim,
            Map<String, String> roles,
            @Nullable String page) {

        private void check(Complaints complaints) {
            if (issuer == null) {
                return;
            }
            if (!isAddress(issuer)) {
                complaints.at(
                        "http.oidc.issuer",
                        "'" + issuer + "' is no address such as https://login.example.org/realms/site; http is for the"
                                + " loopback alone");
            }
            if (client == null) {
                complaints.at("http.oidc.client", "is missing; the issuer calls this service by it");
            }
            if (page != null && !(isAddress(page) && page.endsWith("/"))) {
                complaints.at("http.oidc.page", "'" + page + "' is no address such as https://wirepath.example.org/");
            }
            if (roles.isEmpty()) {
                complaints.at("http.oidc.roles", "is empty; nobody who signs in could see anything");
            }
            roles.forEach((value, role) -> {
                if (AccessToken.Grant.of(role).isEmpty()) {
                    complaints.at("http.oidc.roles", "'" + value + ": " + role + "' is none of view, ask and change");
                }
            });
        }

        private static boolean isAddress(String text) {
            return isWeb(text)
                    && (text.startsWith("https:")
                            || HostPort.isLoopback(URI.create(text).getHost()));
        }
    }

    /**
     * Who is told of problems as they begin and end.
     *
     * @param webhooks the form of what is sent, by the address that it is sent to
     * @param tokenFile file with the token that is shown there, or null
     * @param page address of the service's page for who reads an alert, or null for where it listens
     */
    public record Alerts(
            Map<String, String> webhooks,
            @InputFile @Nullable Path tokenFile,
            @Nullable String page) {}

    /**
     * Figures that a Prometheus is sent, where it cannot ask for them.
     *
     * @param to address of its remote write, or null for none
     * @param every time from one to the next
     * @param tokenFile file with the token that is shown there, or null
     * @param instance which service it is there, or null for this host and the port
     */
    public record Metrics(
            @Nullable String to,
            @Between(least = "1s", most = "1h") Duration every,
            @InputFile @Nullable Path tokenFile,
            @Nullable String instance) {}

    /**
     * Requests that a tracing system is sent, as spans over OTLP.
     *
     * @param to address of its receiver, or null for none
     * @param metricsTo address of a receiver of metrics, or null for none
     * @param oneIn how many requests that are nothing special there are for one that is sent; 0 for none
     * @param maxCalls calls of a window whose spans are sent, at most
     */
    public record Spans(
            @Nullable String to,
            @Nullable String metricsTo,
            @Between(least = "0", most = "1000000000") long oneIn,
            @Between(least = "1", most = "10000000") long maxCalls) {}

    private static void checkOtlp(String key, @Nullable String to, Complaints complaints) {
        if (to != null && !isWeb(to) && !to.matches("grpcs?://[^/\\s]+:[0-9]+")) {
            complaints.at(key, "'" + to + "' is no address such as http://localhost:4318 or grpc://localhost:4317");
        }
    }

    @Override
    public void check(Complaints complaints) {
        checkOtlp("spans.to", spans.to, complaints);
        checkOtlp("spans.metrics-to", spans.metricsTo, complaints);
        if (spans.metricsTo != null && spans.to == null) {
            complaints.at("spans.to", "is missing; figures lead to spans that are sent there");
        }
        if (metrics.to != null && !isWeb(metrics.to)) {
            complaints.at(
                    "metrics.to", "'" + metrics.to + "' is no address such as http://localhost:9090/api/v1/write");
        }
        receive.tls.check("receive.tls", receive.listen, complaints);
        if (windows.length.toNanos() % 1_000_000_000L != 0) {
            complaints.at("windows.length", "must be a whole number of seconds");
        }
        try {
            AlgorithmOptions.parse(analysis.options);
        } catch (IllegalArgumentException e) {
            complaints.at("analysis.options", String.valueOf(e.getMessage()));
        }
        alerts.webhooks.forEach((address, form) -> {
            if (!isTold(address, form)) {
                complaints.at(
                        "alerts.webhooks",
                        "'" + address + ": " + form + "' is none; write the address (http or https) and after it "
                                + AlertForm.names() + ", or the address syslog+tls://HOST:PORT, syslog+tcp://HOST:PORT"
                                + " or syslog://HOST:PORT and after it ecs or cef");
            }
        });
        if ((http.certificate == null) != (http.key == null)) {
            complaints.at(
                    http.certificate == null ? "http.certificate" : "http.key",
                    "is missing; certificate and key belong together");
        }
        http.oidc.check(complaints);
        if (!http.listen.isLoopback()) {
            checkOpenHttp(complaints);
        }
    }

    private static boolean isTold(String address, String form) {
        return (isWeb(address) || Webhook.isSyslog(address))
                && AlertForm.of(form).filter(own -> own.isFor(address)).isPresent();
    }

    /** Whether HTTP can be spoken there: the name of a host has no underscore. */
    private static boolean isWeb(String address) {
        try {
            return address.matches("https?:.*") && new URI(address).getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private void checkOpenHttp(Complaints complaints) {
        if (http.certificate == null && http.key == null) {
            complaints.at("http.certificate", "is missing; " + http.listen + " is not the loopback, so TLS is needed");
        }
        if (http.tokenFile == null && http.oidc.issuer == null) {
            complaints.at(
                    "http.token-file",
                    "is missing; " + http.listen + " is not the loopback, so a token, or http.oidc, is needed");
        }
    }
}
