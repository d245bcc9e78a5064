package io.wirepath.connect.names;

import static java.net.HttpURLConnection.HTTP_GONE;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.causes.TimeSpan;
import io.wirepath.imports.names.AddressNameSink;
import io.wirepath.imports.names.NameList;
import io.wirepath.imports.names.NameSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Objects of one kind: their list in pages, then what changes, by a watch that goes on where the list ended. Where the
 * server no longer knows that version, the list is asked for anew. Source: Kubernetes, "API Concepts".
 */
final class KubernetesFeed implements NameSource.Feed {

    private static final int PAGE = 500;
    private static final int WATCH_SECONDS = 300;
    private static final int PATIENCE_MILLIS = (WATCH_SECONDS + 30) * 1000;

    /** What comes meanwhile is taken at once. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Of objects and their names together: as many objects as names are taken. */
    private static final int MAX_HELD = 2 * NameSource.MAX_NAMES;

    /** Events that are taken before the names are told. */
    private static final int MAX_EVENTS = 10_000;

    /** etcd holds no object beyond 1.5 MiB. */
    private static final int MAX_LINE = 1 << 22;

    private static final ObjectMapper JSON = new ObjectMapper();

    private record Named(String address, String name, TimeSpan when) {}

    private final JsonApi api;
    private final String source;
    private final String path;
    private final String kind;
    private Held held = new Held();
    private String version = "";
    private volatile @Nullable HttpURLConnection watch;
    private @Nullable BufferedReader events;

    /** The names of each object; of more than can be, none. */
    private static final class Held {
        private final Map<String, List<Named>> byObject = new HashMap<>();
        private int size;

        void put(String object, List<Named> names) throws IOException {
            remove(object);
            byObject.put(object, names);
            size += 1 + names.size();
            if (size > MAX_HELD) {
                throw new IOException("has more than " + NameSource.MAX_NAMES + " objects, or names of them");
            }
        }

        void remove(String object) {
            List<Named> before = byObject.remove(object);
            size -= before == null ? 0 : 1 + before.size();
        }
    }

    KubernetesFeed(JsonApi api, String address, String path, String kind) {
        this.api = api;
        this.source = address + " " + path.replaceFirst(".*/", "");
        this.path = path;
        this.kind = kind;
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public long ask(AddressNameSink to) throws IOException {
        try {
            if (version.isEmpty()) {
                list();
            } else {
                follow();
            }
        } catch (JsonApi.Refused e) {
            if (e.status() != HTTP_GONE) {
                throw e;
            }
            version = "";
            list();
        }
        held.byObject.values().forEach(names -> names.forEach(each -> to.onName(each.address, each.name, each.when)));
        return PAUSE_NANOS;
    }

    private void list() throws IOException {
        Held all = new Held();
        String next = "";
        JsonNode page;
        do {
            int before = all.byObject.size();
            page = api.get(path + "?limit=" + PAGE + (next.isEmpty() ? "" : "&continue=" + JsonApi.escaped(next)));
            for (JsonNode item : page.path("items")) {
                all.put(id(item), names(item));
            }
            next = page.path("metadata").path("continue").asText();
            if (!next.isEmpty() && all.byObject.size() == before) {
                throw new IOException(path + " goes on and on without another object");
            }
        } while (!next.isEmpty());
        held = all;
        version = page.path("metadata").path("resourceVersion").asText();
    }

    private List<Named> names(JsonNode item) {
        List<Named> names = new ArrayList<>();
        if (item instanceof ObjectNode object) {
            object.put("kind", kind); // items of a list do not say it
        }
        NameList.read(item, (address, name, when) -> names.add(new Named(address, name, when)));
        return names;
    }

    private static String id(JsonNode item) {
        JsonNode named = item.path("metadata");
        return named.path("namespace").asText() + "/" + named.path("name").asText();
    }

    /** Waits for events, and takes those that came. */
    private void follow() throws IOException {
        try {
            BufferedReader lines = events == null ? open() : events;
            for (int taken = 0; taken < MAX_EVENTS && (taken == 0 || lines.ready()); taken++) {
                String line = line(lines);
                if (line.isEmpty()) {
                    end();
                    return;
                }
                take(JSON.readTree(line));
            }
        } catch (IOException e) {
            end();
            throw e;
        }
    }

    private BufferedReader open() throws IOException {
        HttpURLConnection answer = api.open(
                path + "?watch=true&allowWatchBookmarks=true&timeoutSeconds=" + WATCH_SECONDS + "&resourceVersion="
                        + JsonApi.escaped(version),
                PATIENCE_MILLIS);
        watch = answer;
        BufferedReader lines = new BufferedReader(new InputStreamReader(answer.getInputStream(), UTF_8));
        events = lines;
        return lines;
    }

    /** The next line; empty at the end. */
    private static String line(BufferedReader lines) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = lines.read(); next >= 0 && next != '\n'; next = lines.read()) {
            line.append((char) next);
            if (line.length() > MAX_LINE) {
                throw new IOException("an event is longer than 4 MiB");
            }
        }
        return line.toString().strip();
    }

    private void take(JsonNode event) throws IOException {
        JsonNode object = event.path("object");
        switch (event.path("type").asText()) {
            case "ADDED", "MODIFIED" -> held.put(id(object), names(object));
            case "DELETED" -> held.remove(id(object));
            case "ERROR" ->
                throw new JsonApi.Refused(
                        object.path("code").asInt(),
                        path + " ends its watch: " + object.path("message").asText());
            default -> {} // a bookmark tells a version alone
        }
        version = object.path("metadata").path("resourceVersion").asText(version);
    }

    private void end() {
        close();
        events = null;
    }

    @Override
    public void close() {
        HttpURLConnection answer = watch;
        if (answer != null) {
            answer.disconnect();
        }
    }
}
