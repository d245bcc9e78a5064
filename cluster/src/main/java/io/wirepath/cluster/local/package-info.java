/** A Kafka and a Flink in this process, on the loopback: for the demo, the bench and the tests. */
@NullMarked
package io.wirepath.cluster.local;

import org.jspecify.annotations.NullMarked;
