/** What people and other programs read: text, HTML, JSON, OTLP, CSV and Graphviz, all made from one {@link io.wirepath.appliance.report.Report}. */
@NullMarked
package io.wirepath.appliance.report;

import org.jspecify.annotations.NullMarked;
