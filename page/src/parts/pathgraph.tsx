import { count, duration } from "../format";
import type { PathGraph } from "../model";
import { Picture } from "./picture";

const WIDTH = 220;
const HEIGHT = 34;
const BOX = 120;
const MOST_EDGES = 80;

interface Placed {
  vertex: PathGraph;
  depth: number;
  row: number;
  above: Placed | null;
}

/**
 * The edges to draw: that of most messages behind those chosen, and those of most from there to the end of the path, while they fit.
 */
function choose(root: PathGraph): Set<PathGraph> {
  const chosen = new Set<PathGraph>();
  const open = [...(root.next ?? [])];
  const most = (edges: PathGraph[]) => edges.reduce((best, edge) => (edge.messages > best.messages ? edge : best));
  while (open.length) {
    const path = [most(open)];
    open.splice(open.indexOf(path[0]!), 1);
    for (let next = path[0]!.next; next?.length; next = path.at(-1)!.next) path.push(most(next));
    if (chosen.size && chosen.size + path.length > MOST_EDGES) break;
    path.forEach((edge) => chosen.add(edge));
    path.forEach((edge) => open.push(...(edge.next ?? []).filter((next) => !chosen.has(next))));
  }
  return chosen;
}

function edges(vertex: PathGraph): number {
  return (vertex.next ?? []).reduce((n, next) => n + 1 + edges(next), 0);
}

/** Places each vertex: its column is its depth, its row that of the first of those that follow it. */
export function place(root: PathGraph): { placed: Placed[]; rows: number; depth: number; hidden: number } {
  const chosen = choose(root);
  const placed: Placed[] = [];
  let rows = 0;
  let deepest = 0;
  const walk = (vertex: PathGraph, depth: number, above: Placed | null) => {
    const here = { vertex, depth, row: rows, above };
    placed.push(here);
    deepest = Math.max(deepest, depth);
    const shown = (vertex.next ?? []).filter((next) => chosen.has(next));
    shown.forEach((next, i) => {
      rows += i ? 1 : 0;
      walk(next, depth + 1, here);
    });
  };
  walk(root, 0, null);
  return { placed, rows: rows + 1, depth: deepest, hidden: edges(root) - chosen.size };
}

/** A graph of causal paths that convolution found: on each edge the delay at the node before, and the messages (Project 5, Figure 9). */
export function PathGraphPicture({ graph }: { graph: PathGraph }) {
  const { placed, rows, depth, hidden } = place(graph);
  const cut = hidden ? `; cut: ${count(hidden)} edges of fewer messages are not drawn, --json has them` : "";
  const x = (p: Placed) => 4 + p.depth * WIDTH;
  const y = (p: Placed) => 8 + p.row * HEIGHT;
  const edge = (p: Placed) => `${p.depth > 1 ? `${duration(p.vertex.delayNanos)}, ` : ""}${count(p.vertex.messages)}`;
  const text = (
    <ul>
      {placed.slice(1).map((p, i) => (
        <li key={i}>{`${"– ".repeat(p.depth - 1)}${p.above?.vertex.node} → ${p.vertex.node}: ${edge(p)}`}</li>
      ))}
    </ul>
  );
  return (
    <Picture
      caption={`Causal paths from ${graph.node}: on each edge the delay at the node before it, and the messages${cut}`}
      label={`Graph of causal paths from ${graph.node}`}
      text={text}
      width={depth * WIDTH + BOX + 8}
      height={rows * HEIGHT + 12}
    >
      {placed.map((p, i) => (
        <g key={i}>
          {p.above && (
            <>
              <path
                fill="none"
                stroke="currentColor"
                stroke-opacity={0.4}
                d={`M${x(p.above) + BOX},${y(p.above) + 11} C${x(p) - 60},${y(p.above) + 11} ${x(p) - 60},${y(p) + 11} ${x(p)},${y(p) + 11}`}
              />
              <text x={x(p) - 6} y={y(p) + 7} text-anchor="end" font-size={11} fill="currentColor">
                {edge(p)}
              </text>
            </>
          )}
          <rect
            x={x(p)}
            y={y(p)}
            width={BOX}
            height={22}
            rx={4}
            fill="none"
            stroke="currentColor"
            stroke-opacity={0.6}
          />
          <text x={x(p) + 6} y={y(p) + 15} font-size={12} fill="currentColor">
            {p.vertex.node.length > 17 ? `${p.vertex.node.slice(0, 16)}…` : p.vertex.node}
            <title>{p.vertex.node}</title>
          </text>
        </g>
      ))}
    </Picture>
  );
}
