/**
 * Who knows names of addresses, asked over the network: {@link io.wirepath.connect.names.KubernetesNames},
 * {@link io.wirepath.connect.names.DnsNames}, {@link io.wirepath.connect.names.ConsulNames},
 * {@link io.wirepath.connect.names.NetBoxNames}. What they answer is read by the code that reads it from files.
 *
 * <pre>
 *   NameSource ─► Feed ─► JsonApi (HTTP) or dnsjava ─► NameList ─► AddressNameSink
 * </pre>
 */
@NullMarked
package io.wirepath.connect.names;

import org.jspecify.annotations.NullMarked;
