/**
 * A server of the Model Context Protocol that only reads: an assistant asks what a person would ask of the page, and
 * gets the same figures and sentences.
 *
 * <pre>
 *  stdio, HTTP ─► McpServers ─► Tools ──────► ToolAnswers ◄── ReportAnswers   a report, or captures that were analysed
 *                           └─► Playbooks             ▲  ◄── ServeAnswers    the API of a running service, as the caller
 *                 Fence ◄── every answer ─────────────┘
 * </pre>
 *
 * <p>{@link io.wirepath.connect.mcp.Tools} is the list of what can be asked, {@link io.wirepath.connect.mcp.Playbooks}
 * what an assistant is told to ask in which order. {@link io.wirepath.connect.mcp.Fence} bounds each answer and keeps
 * what packets named apart from what anybody says. No sentence of an answer is made here.
 */
@NullMarked
package io.wirepath.connect.mcp;

import org.jspecify.annotations.NullMarked;
