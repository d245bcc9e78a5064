/**
 * What an operator may set of the services, as plain records.
 *
 * <pre>
 *  config/sniffer.yaml ─► SnifferConfig ─► settings of sniffer.live, merge.spool, appliance.sniff, appliance.ship
 *  config/serve.yaml   ─► ServeConfig   ─► settings of appliance.serve, merge.live, analyze
 *           ServiceKind: which file, which record, which prefix in the environment
 * </pre>
 *
 * <p>{@link io.wirepath.appliance.config.binding} reads them; here stand only their keys, ranges, defaults and the
 * rules between keys. The files in {@code config/} hold every key with its default, and a test holds the two to each
 * other.
 */
@NullMarked
package io.wirepath.appliance.config;

import org.jspecify.annotations.NullMarked;
