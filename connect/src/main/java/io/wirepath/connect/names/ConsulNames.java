package io.wirepath.connect.names;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.imports.names.AddressNameSink;
import io.wirepath.imports.names.NameList;
import io.wirepath.imports.names.NameSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Nodes and services of Consul's catalogue: {@code consul+http://HOST:8500}. Source: Consul, "Catalog HTTP API". */
public final class ConsulNames implements NameSource {

    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_SERVICES = 10_000;

    private final UnaryOperator<@Nullable String> variables;

    /** Made by the service loader. */
    public ConsulNames() {
        this(System::getenv);
    }

    ConsulNames(UnaryOperator<@Nullable String> variables) {
        this.variables = variables;
    }

    @Override
    public boolean isOf(String address) {
        return address.startsWith("consul+");
    }

    @Override
    public List<Feed> feeds(String address) {
        return List.of(
                new Catalogue(JsonApi.of(address, variables, token -> Map.of("X-Consul-Token", token)), address));
    }

    private record Catalogue(JsonApi api, String source) implements Feed {

        @Override
        public long ask(AddressNameSink to) throws IOException {
            List<String> paths = new ArrayList<>(List.of("/v1/catalog/nodes"));
            Iterator<String> services = api.get("/v1/catalog/services").fieldNames();
            services.forEachRemaining(service -> paths.add("/v1/catalog/service/" + JsonApi.escaped(service)));
            if (paths.size() > MAX_SERVICES) {
                throw new IOException("has more than " + MAX_SERVICES + " services");
            }
            for (String path : paths) {
                JsonNode list = api.get(path);
                if (!list.isEmpty()) { // a service may end meanwhile
                    NameList.read(list, to);
                }
            }
            return PAUSE_NANOS;
        }
    }
}
