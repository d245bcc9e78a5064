package io.wirepath.analyze.query.event;

/**
 * A field of the events of a source.
 *
 * @param name its name
 * @param type what its values are
 * @param sentence what it tells, for people
 * @param column its values
 */
public record EventField(String name, ValueType type, String sentence, EventColumn column) {}
