package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.wirepath.appliance.listen.AccessToken.Grant;
import io.wirepath.appliance.serve.KeptPackets;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.pipeline.Failure;
import java.io.IOException;

/** The packets of an incident, or of a request, as a file for Wireshark: payload, so not for all who may look. */
final class PacketsResource {

    private static final String PCAPNG = "application/x-pcapng";

    private final Service service;
    private final KeptPackets packets;

    PacketsResource(Service service, KeptPackets packets) {
        this.service = service;
        this.packets = packets;
    }

    /** Adds what it answers. */
    void add(ApiDescription api) {
        String ofRequest = "/windows/{id}/requests/{call}/packets";
        add(api.add(HandlerType.GET, ofRequest, "Packets of a request, as pcapng.", this::ofRequest));
        String ofFinding = "/findings/{id}/packets";
        add(api.add(HandlerType.GET, ofFinding, "Packets of a finding's requests, as pcapng.", this::ofFinding));
    }

    private static void add(ApiRoute route) {
        route.may(Grant.ASK).givesFile(PCAPNG);
    }

    /** What gives packets, and may find none. */
    private interface Source {
        byte[] packets(String reader) throws IOException;
    }

    /** Those of a finding. */
    void ofFinding(Context context) throws IOException {
        Guard.require(context, Grant.ASK);
        String id = context.pathParam("id");
        ObjectNode finding = service.published()
                .findings()
                .finding(id)
                .orElseThrow(
                        () -> new Problem(404, "there is no finding of that name", "GET /api/v1/findings lists them"));
        send(context, "incident-" + id, reader -> packets.ofIncident(finding, reader));
    }

    /** Those of the request that holds a call of a window. */
    void ofRequest(Context context) throws IOException {
        Guard.require(context, Grant.ASK);
        int call = RequestParameters.count("call", context.pathParam("call"), 0, 0, Integer.MAX_VALUE);
        WindowId window = WindowId.parse(context.pathParam("id"))
                .orElseThrow(
                        () -> new Problem(404, "there is no window of that name", "GET /api/v1/windows lists them"));
        send(context, "request-" + window + "-" + call, reader -> packets.ofRequest(window, call, reader));
    }

    private static void send(Context context, String name, Source source) throws IOException {
        try {
            byte[] file = source.packets(Guard.reader(context) + ", " + name);
            context.header("X-Content-Type-Options", "nosniff");
            context.header("Cache-Control", "no-store");
            context.header("Content-Disposition", "attachment; filename=\"" + name + ".pcapng\"");
            context.contentType(PCAPNG).result(file);
        } catch (Failure e) {
            throw new Problem(
                    404, "there are no packets: " + e.getMessage(), "GET /api/v1/sniffers tells who keeps any");
        }
    }
}
