package io.wirepath.analyze.path;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.analyze.path.ServiceName.Relation;
import io.wirepath.causes.NodeTable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceNameTest {

    private static ServiceName of(String name) {
        return ServiceName.of(new NodeTable.Node("10.9.9.9", name, true));
    }

    @ParameterizedTest
    @CsvSource({
        "app1, app",
        "cart-7d9f-x2x, cart",
        "cart-7d9f8b6c5-xkcdz, cart",
        "10-0-3-7.cart.svc, cart",
        "app@10.3.0.12, app",
        "web-10-0-3-7, web",
        "redis-cart, redis-cart",
        "mysql, mysql",
        "10-0-3-7.default.pod.cluster.local, ''",
        "ip-10-0-3-7.ec2.internal, ''",
        "node12, ''",
        "10.9.9.9, ''"
    })
    void saysWhichServiceAReplicaIsOf(String name, String service) {
        assertEquals(service, of(name).label());
    }

    @ParameterizedTest
    @CsvSource({
        "app1, app2, SAME",
        "www.example.org, www.example.com, DIFFERENT",
        "edge1.example.org, edge2.example.org, SAME",
        "adservice, cartservice, DIFFERENT",
        "dht-east, dht-west, SILENT",
        "app1, 10.9.9.9, SILENT"
    })
    void tellsServicesApartAndReplicasTogether(String one, String other, Relation relation) {
        assertEquals(relation, of(one).to(of(other)));
    }
}
