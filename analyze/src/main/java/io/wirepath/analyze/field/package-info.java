/**
 * What is said of a thing, once: a {@link io.wirepath.analyze.field.Field} has a name, a type with its unit, a sentence
 * and a getter; {@link io.wirepath.analyze.field.Fields} are those of a kind of thing, such as a call.
 *
 * <pre>
 *  Fields of a kind ──► query fields, Parquet, index
 *                  ├──► JSON of the report ──► types of the page, description of the API, docs/formats.md
 *                  └──► CSV
 * </pre>
 *
 * <p>What is written and how lies above; here is no output.
 */
@NullMarked
package io.wirepath.analyze.field;

import org.jspecify.annotations.NullMarked;
