/**
 * Makes a plain record out of a YAML file, the environment and the command line, and tells where each value came from.
 *
 * <pre>
 *  defaults (a record) ─┐
 *  YAML files ──────────┤   Given: path, raw text, Origin        the record, checked
 *  environment ─────────┼──────────────► ConfigReader ─────────► EffectiveConfig ─► LiveConfig (re-reads, tells what changed)
 *  command line ────────┘                    │
 *                     Schema ────────────────┘  ConfigError, all of them at once
 * </pre>
 *
 * <p>The record's components are the schema: a component {@code maxBytes} of the component {@code spool} is the key
 * {@code spool.max-bytes} in a file, {@code PREFIX_SPOOL_MAX_BYTES} in the environment, and
 * {@code spool.max-bytes=2GiB} on the command line. Its type says how the text is read,
 * {@link io.wirepath.appliance.config.binding.Between} what is allowed, {@code @Nullable} whether it may be left empty,
 * {@link io.wirepath.appliance.config.binding.Reloadable} whether a running process takes a new value. Later sources
 * win, key by key; lists and maps are replaced as a whole.
 *
 * <p>YAML is read as SnakeYAML's nodes and not as values: nodes know their line and column, and a text stays what was
 * written, so that {@code 010} or {@code no} mean what they say.
 */
@NullMarked
package io.wirepath.appliance.config.binding;

import org.jspecify.annotations.NullMarked;
