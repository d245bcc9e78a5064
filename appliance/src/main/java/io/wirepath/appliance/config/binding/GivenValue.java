package io.wirepath.appliance.config.binding;

/**
 * One source gives one key a value.
 *
 * @param path the key
 * @param raw the value as written
 * @param origin where
 */
record GivenValue(String path, Raw raw, Origin origin) {}
