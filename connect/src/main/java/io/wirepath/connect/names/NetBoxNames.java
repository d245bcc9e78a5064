package io.wirepath.connect.names;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.imports.names.AddressNameSink;
import io.wirepath.imports.names.NameList;
import io.wirepath.imports.names.NameSource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Addresses, devices and virtual machines of NetBox: {@code netbox+https://HOST/}. Source: NetBox, "REST API Overview".
 */
public final class NetBoxNames implements NameSource {

    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final int PAGE = 500;

    /** With names and without. */
    private static final int MAX_THINGS = 1_000_000;

    /** Tokens of NetBox 4.5 and later. */
    private static final String TOKEN_V2 = "nbt_";

    private final UnaryOperator<@Nullable String> variables;

    /** Made by the service loader. */
    public NetBoxNames() {
        this(System::getenv);
    }

    NetBoxNames(UnaryOperator<@Nullable String> variables) {
        this.variables = variables;
    }

    @Override
    public boolean isOf(String address) {
        return address.startsWith("netbox+");
    }

    @Override
    public List<Feed> feeds(String address) {
        JsonApi api = JsonApi.of(address, variables, NetBoxNames::authorization);
        return Stream.of("ipam/ip-addresses", "dcim/devices", "virtualization/virtual-machines")
                .<Feed>map(list -> new Listed(api, address + " " + list, "/api/" + list + "/"))
                .toList();
    }

    private static Map<String, String> authorization(String token) {
        return token.startsWith(TOKEN_V2) ? JsonApi.bearer(token) : Map.of("Authorization", "Token " + token);
    }

    private record Listed(JsonApi api, String source, String path) implements Feed {

        /** By offsets of our own: the address of the next page, as the server tells it, may lead anywhere. */
        @Override
        public long ask(AddressNameSink to) throws IOException {
            boolean isMore = true;
            for (int at = 0; isMore; ) {
                JsonNode page = api.get(path + "?limit=" + PAGE + "&offset=" + at);
                JsonNode results = page.path("results");
                if (!results.isArray()) {
                    throw new IOException(path + " is answered with no list of NetBox");
                }
                if (results.elements().hasNext()) {
                    readPage(page, to);
                }
                at += results.size();
                if (at > MAX_THINGS) {
                    throw new IOException(path + " has more than " + MAX_THINGS + " things");
                }
                isMore = page.path("next").isTextual() && !results.isEmpty();
            }
            return PAUSE_NANOS;
        }

        private static void readPage(JsonNode page, AddressNameSink to) {
            JsonNode list = ((ObjectNode) page).retain("results");
            try {
                NameList.read(list, to);
            } catch (IllegalArgumentException e) {
                // no thing of this page has a name and an address
            }
        }
    }
}
