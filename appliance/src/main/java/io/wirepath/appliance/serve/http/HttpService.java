package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.compression.Gzip;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinException;
import io.wirepath.appliance.listen.Issuer;
import io.wirepath.appliance.listen.LogBudget;
import io.wirepath.appliance.serve.Health;
import io.wirepath.appliance.serve.KeptPackets;
import io.wirepath.appliance.serve.Service;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.RemotePackets;
import java.io.Closeable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** Answers requests from {@link #start} to {@link #close}. Thread-safe. */
public final class HttpService implements Closeable {

    private static final String API = "/api/v1";

    /** Attribute of a request whose problem was told already. */
    private static final String ANSWERED = "wirepath.told";

    private static final long MAX_REQUEST_BYTES = 1 << 14;
    private static final int MAX_THREADS = 16;

    /**
     * Requests that are worked on at a time. Fewer than there are threads: the rest is for health, whatever holds up
     * others.
     */
    private static final int MAX_REQUESTS = 8;

    private static final int MAX_WAITING = 64;

    /** How long a request waits for its turn; then it is refused. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    /** Who listens holds no thread. */
    private static final Pattern LISTENING = Pattern.compile(API + "(/queries/[^/]+)?/events");

    private static final int IDLE_MILLIS = 30_000;
    private static final String ALIVE = "/healthz";
    private static final String READY = "/readyz";

    private final Javalin javalin;
    private final Metrics metrics;
    private final QueryStream stream;
    private final NewsResource news;

    private HttpService(Javalin javalin, Metrics metrics, QueryStream stream, NewsResource news) {
        this.javalin = javalin;
        this.metrics = metrics;
        this.stream = stream;
        this.news = news;
    }

    /** Starts to answer, where no sniffer gives packets. */
    public static HttpService start(HttpSettings settings, Service service, Consumer<String> log) {
        return start(settings, service, RemotePackets.NONE, log);
    }

    /**
     * Starts to answer.
     *
     * @param remote gives packets that sniffers keep on other machines
     * @param log takes a line for each answer that failed by a fault of the program
     * @throws Failure when the address cannot be listened on, or a file cannot be used
     */
    public static HttpService start(
            HttpSettings settings, Service service, RemotePackets remote, Consumer<String> log) {
        return start(settings, service, remote, log, new CallerBudgets(System::nanoTime));
    }

    /** The same, where callers have so much time. */
    static HttpService start(
            HttpSettings settings, Service service, RemotePackets remote, Consumer<String> log, CallerBudgets budgets) {
        @Nullable Issuer issuer = settings.issuer();
        Guard guard = new Guard(
                settings.tokens(),
                issuer,
                new FailedSignIns(System::nanoTime, log),
                new Sessions(System::nanoTime),
                budgets);
        Metrics metrics = new Metrics(service);
        Listeners listeners = new Listeners();
        QueryStream stream = new QueryStream(listeners);
        service.queries().onResult(stream::offer);
        NewsResource news = new NewsResource(service, listeners);
        AtomicInteger port = new AtomicInteger(settings.port());
        Javalin javalin = Javalin.create(config -> {
            limits(config);
            connect(config, settings);
            health(config, service, guard);
            RequestBody bodies = new RequestBody((int) MAX_REQUEST_BYTES, System::nanoTime);
            KeptPackets kept = new KeptPackets(service.settings(), service.reports(), service.calls(), remote);
            resources(config, service, kept, guard, metrics, bodies, stream, news);
            Path audit = settings.audit();
            if (audit != null) {
                AuditLog lines = new AuditLog(audit, settings.auditBytes(), InstantSource.system(), log);
                config.routes.after(API + "*", context -> Guard.audit(context, lines));
            }
            if (issuer != null) {
                new SignInResource(issuer, guard, () -> settings.page(port.get())).add(config);
            }
            errors(config, log, issuer == null ? "" : SignInResource.BEGIN.substring(1));
        });
        try {
            javalin.start();
            port.set(javalin.port());
        } catch (RuntimeException e) {
            javalin.stop();
            news.close();
            metrics.close();
            stream.close();
            throw new Failure(
                    settings.host() + ":" + settings.port() + ": cannot be listened on (" + Failure.firstReason(e)
                            + "); set another http.listen",
                    e);
        }
        return new HttpService(javalin, metrics, stream, news);
    }

    /** The figures as they are sent elsewhere, until that is closed. */
    public RemoteWrite writeTo(RemoteWrite.Settings settings, Consumer<String> log) {
        return new RemoteWrite(settings, metrics::scrape, System::currentTimeMillis, log);
    }

    /** The port on which it listens. */
    public int port() {
        return javalin.port();
    }

    @Override
    public void close() {
        stream.close();
        news.close();
        try {
            javalin.stop();
        } catch (JavalinException e) {
            // it waited in vain for answers that nobody reads, and has cut them off
        }
        metrics.close();
    }

    private static void limits(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.maxRequestSize = MAX_REQUEST_BYTES;
        config.http.prefer405over404 = true;
        config.http.defaultContentType = "application/json";
        config.http.compressionStrategy = new CompressionStrategy(null, new Gzip(Deflater.BEST_SPEED));
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 2);
        threads.setName("wirepath-http");
        threads.setDaemon(true);
        config.jetty.threadPool = threads;
        config.jetty.modifyServer(server -> {
            ErrorHandler plain = new ErrorHandler();
            plain.setShowStacks(false);
            plain.setShowCauses(false);
            plain.setShowMessageInTitle(false);
            server.setErrorHandler(plain);
            server.setStopTimeout(2000);
            server.insertHandler(turns());
            server.insertHandler(new SlowReaders(HttpService::listens));
        });
    }

    /** Lets few requests in at a time; those about health at once, and those that listen, which hold no thread. */
    private static QoSHandler turns() {
        QoSHandler turns = new QoSHandler();
        turns.setMaxRequestCount(MAX_REQUESTS);
        turns.setMaxSuspendedRequestCount(MAX_WAITING);
        turns.setMaxSuspend(LONGEST_WAIT);
        turns.exclude(PathSpec.from(ALIVE), PathSpec.from(READY));
        turns.exclude(HttpService::listens);
        return turns;
    }

    private static boolean listens(Request request) {
        return LISTENING.matcher(Request.getPathInContext(request)).matches();
    }

    private static void connect(JavalinConfig config, HttpSettings settings) {
        config.jetty.addConnector((server, http) -> {
            http.setSendServerVersion(false);
            http.setSendDateHeader(true);
            http.addCustomizer((request, answer) -> plain(request));
            return connector(server, http, settings);
        });
    }

    /** A request whose method is that of its line: Javalin takes another from a header, which no proxy looks at. */
    private static Request plain(Request request) {
        HttpFields headers = request.getHeaders();
        if (!headers.contains(Header.X_HTTP_METHOD_OVERRIDE)) {
            return request;
        }
        HttpFields without = HttpFields.build(headers).remove(Header.X_HTTP_METHOD_OVERRIDE);
        return new Request.Wrapper(request) {
            @Override
            public HttpFields getHeaders() {
                return without;
            }
        };
    }

    private static Connector connector(Server server, HttpConfiguration http, HttpSettings settings) {
        ServerConnector connector;
        if (settings.certificate() == null || settings.key() == null) {
            connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        } else {
            SslContextFactory.Server tls = new SslContextFactory.Server();
            tls.setKeyStore(PemKeyStore.of(settings.certificate(), settings.key()));
            tls.setKeyStorePassword(PemKeyStore.PASSWORD);
            tls.setIncludeProtocols("TLSv1.3", "TLSv1.2");
            http.addCustomizer(new SecureRequestCustomizer(false));
            connector = new ServerConnector(
                    server, 1, 1, new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory(http));
        }
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setIdleTimeout(IDLE_MILLIS);
        connector.addBean(new HttpConnections());
        return connector;
    }

    private static void health(JavalinConfig config, Service service, Guard guard) {
        config.routes.get(ALIVE, context -> {
            Health health = service.health();
            answerHealth(context, health, health.alive(), "alive", guard);
        });
        config.routes.get(READY, context -> {
            Health health = service.health();
            answerHealth(context, health, health.ready(), "ready", guard);
        });
    }

    private static void answerHealth(Context context, Health health, boolean well, String word, Guard guard) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put(word, well);
        if (guard.isAllowed(context)) {
            health.problems().forEach(body.putArray("problems")::add);
        }
        context.status(well ? 200 : 503);
        JsonAnswers.send(context, body);
    }

    private static void resources(
            JavalinConfig config,
            Service service,
            KeptPackets kept,
            Guard guard,
            Metrics metrics,
            RequestBody bodies,
            QueryStream stream,
            NewsResource news) {
        config.routes.before(API + "*", guard::check);
        config.routes.before("/metrics", guard::checkWatcher);
        config.routes.after(API + "*", guard::answered);
        config.routes.get("/metrics", context -> {
            String form = Metrics.form(context.header("Accept"));
            context.contentType(form).result(metrics.scrape(form));
        });
        PageResource.add(config, guard);
        ApiDescription api = new ApiDescription(config, API);
        sessions(api, guard);
        ReportsResource reports = new ReportsResource(service);
        reports.add(api);
        new LifelinesResource(service.calls()).add(api);
        new PacketsResource(service, kept).add(api);
        new MergeResource(service, kept).add(api);
        new PastQuestionsResource(service).add(api);
        new QueriesResource(service.queries(), bodies).add(api, "/queries", stream);
        news.add(api);
        new SettingsResource(service.control(), bodies).add(api);
        api.get("/openapi.json", "This description.", context -> api.json());
    }

    private static void sessions(ApiDescription api, Guard guard) {
        api.add(HandlerType.POST, "/session", "Signs in; a cookie stands for the token from then on.", guard::signIn)
                .givesNothing();
        api.get("/session", "Who asks, and what the role may do.", guard::session)
                .gives(Guard.SESSION.name());
        api.add(HandlerType.POST, "/session/end", "Signs out a browser that signed in.", guard::signOut)
                .givesNothing();
    }

    private static void errors(JavalinConfig config, Consumer<String> service, String signIn) {
        Consumer<String> log = LogBudget.of(service, System::nanoTime);
        config.routes.exception(Problem.class, (problem, context) -> refuse(context, problem, signIn));
        config.routes.exception(
                HttpResponseException.class, (e, context) -> refuse(context, problem(e.getStatus()), signIn));
        config.routes.exception(Exception.class, (e, context) -> {
            log.accept("this is a bug in Wirepath: " + e + " in the answer to " + context.path());
            refuse(context, problem(500), signIn);
        });
        for (int status : new int[] {404, 405}) {
            config.routes.error(status, context -> {
                if (context.attribute(ANSWERED) == null) {
                    refuse(context, problem(status), signIn);
                }
            });
        }
    }

    private static final String WHAT_THERE_IS =
            "GET / is the page, /api/v1/report the latest report; besides there are /api/v1/windows,"
                    + " findings, events, patterns, lifelines, clocks, translations, sniffers, queries (GET, "
                    + "PUT, DELETE) and settings (GET and"
                    + " PATCH), /metrics, /healthz, /readyz";

    private static Problem problem(int status) {
        return switch (status) {
            case 404 -> new Problem(404, "there is nothing here", WHAT_THERE_IS);
            case 405 -> new Problem(405, "this method is not allowed here", WHAT_THERE_IS);
            case 413 ->
                new Problem(
                        413, "the request is too long", "a request may have " + MAX_REQUEST_BYTES + " bytes, no more");
            case 500 -> new Problem(500, "the program failed", "see the log of the service, and report it as a bug");
            default -> new Problem(status, "the request cannot be answered", WHAT_THERE_IS);
        };
    }

    private static void refuse(Context context, Problem problem, String signIn) {
        context.attribute(ANSWERED, true);
        context.status(problem.status());
        if (problem.status() == 401) {
            context.header("WWW-Authenticate", "Bearer");
        }
        JsonAnswers.send(context, problem.json(context.path(), signIn));
    }
}
