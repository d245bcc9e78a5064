import { duration, percent, portToTell } from "../format";
import { certainty, type Pattern } from "../model";
import { callsOf, flatten, rowsOf } from "../steps";
import { Scroll } from "./scroll";

/** The calls of a path, what is called below what calls. */
export function CallTree({ pattern }: { pattern: Pattern }) {
  const total = Math.max(pattern.duration.meanNanos, ...flatten(pattern.root).map((e) => e.received)) || 1;
  return (
    <Scroll label="Calls">
      <table class="calls">
        <thead>
          <tr>
            <th scope="col">Call</th>
            <th scope="col" class="num">
              Starts
            </th>
            <th scope="col" class="num">
              Takes
            </th>
            <th scope="col" class="num wide">
              Link
            </th>
            <th scope="col" class="wide when">
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(callsOf(pattern.root)).map(({ call, depth }, i) => {
            const taken = call.end === null ? null : call.end - call.start;
            const left = (100 * Math.max(0, call.start)) / total;
            const width = Math.max(0.4, (100 * (taken ?? 0)) / total);
            const port = portToTell(call.step);
            return (
              <tr key={i}>
                <td style={{ paddingLeft: `${10 + depth * 18}px` }}>
                  {depth ? "└ " : ""}
                  <b>{call.step.to}</b>
                  {port && <span class="dim">{` :${port}`}</span>}{" "}
                  {call.step.protocol && <span class="dim small">{call.step.protocol}</span>}
                  <span class="dim small">{` from ${call.step.from}`}</span>
                </td>
                <td class="num">{duration(call.start)}</td>
                <td class="num">{taken === null ? "no response" : duration(taken)}</td>
                <td class="num wide">{percent(certainty(call.step))}</td>
                <td class="wide">
                  <svg width="100%" height={14} aria-hidden="true">
                    <rect class="waiting" x={0} y={6} width="100%" height={2} />
                    <rect
                      class="bar"
                      x={`${left}%`}
                      y={2}
                      width={`${Math.min(width, 100 - left)}%`}
                      height={10}
                      rx={2}
                    />
                  </svg>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}
