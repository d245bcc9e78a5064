package io.wirepath.connect.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.wirepath.connect.WirepathConnect;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The client of the protocol's own library, as an assistant has it. */
record Assistant(McpSyncClient client) implements AutoCloseable {

    private static final McpJsonMapper MAPPER = new JacksonMcpJsonMapper(new ObjectMapper());

    /** Starts {@code wirepath mcp} as a process of its own, and greets it. */
    static Assistant startingProgram(String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                "-XX:TieredStopAtLevel=1",
                "@" + Path.of("..", "config", "jvm.args"),
                "-cp",
                System.getProperty("java.class.path"),
                WirepathConnect.class.getName()));
        words.addAll(List.of(arguments));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return greeting(new StdioClientTransport(
                ServerParameters.builder(java).args(words).build(), MAPPER));
    }

    /** Greets a server over HTTP; shows this token where it is not empty. */
    static Assistant of(int port, String token) {
        HttpClientStreamableHttpTransport.Builder http = HttpClientStreamableHttpTransport.builder(
                        "http://127.0.0.1:" + port)
                .endpoint(McpServers.PATH)
                .jsonMapper(MAPPER);
        if (!token.isEmpty()) {
            http.addHttpRequestCustomizer(
                    (request, method, uri, body, context) -> request.setHeader("Authorization", "Bearer " + token));
        }
        return greeting(http.build());
    }

    private static Assistant greeting(McpClientTransport transport) {
        McpSyncClient client = McpClient.sync(transport)
                .requestTimeout(Duration.ofSeconds(50))
                .initializationTimeout(Duration.ofSeconds(50))
                .build();
        client.initialize();
        return new Assistant(client);
    }

    /** What stands between the marks of an answer that is right. */
    JsonNode ask(String tool, Map<String, Object> arguments) throws IOException {
        CallToolResult result = call(tool, arguments);
        assertEquals(false, result.isError(), () -> text(result));
        return data(text(result));
    }

    /** Why there is no answer. */
    String refused(String tool, Map<String, Object> arguments) throws IOException {
        CallToolResult result = call(tool, arguments);
        assertEquals(true, result.isError(), () -> text(result));
        return data(text(result)).path("error").asText();
    }

    CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    static String text(CallToolResult result) {
        assertEquals(1, result.content().size());
        return ((TextContent) result.content().get(0)).text();
    }

    static JsonNode data(String text) throws IOException {
        int begin = text.indexOf(Fence.BEGIN);
        int end = text.indexOf(Fence.END);
        assertTrue(begin >= 0 && end > begin, text);
        assertEquals(text.length(), end + Fence.END.length(), "nothing follows, and the mark is there once");
        return new ObjectMapper().readTree(text.substring(begin + Fence.BEGIN.length(), end));
    }

    @Override
    public void close() {
        client.closeGracefully();
    }
}
