// Standing queries of the service: which there are, what they answer; install, change, remove.
import { useEffect, useRef, useState } from "preact/hooks";
import { count, duration, instant } from "../format";
import { type Column, Table } from "../parts/table";
import { type AnswerRow, answerRows, cellText, entered } from "../queries";
import { change, type Route, step } from "../route";
import {
  putQuery,
  queryCsvPath,
  type QueryResult,
  readQueries,
  readQueryResults,
  Refusal,
  removeQuery,
  type Source,
  type StandingStatus,
} from "../source";

interface Props {
  route: Route;
  source: Source;
}

const told = (e: unknown): string => (e instanceof Refusal ? `${e.message}: ${e.advice}` : (e as Error).message);

export function Queries({ route, source }: Props) {
  const [queries, setQueries] = useState<StandingStatus[]>([]);
  const [said, setSaid] = useState("");
  const [asked, setAsked] = useState(0);
  const wanted = route.params.get("query") ?? "";
  const chosen = queries.find((query) => query.name === wanted);
  useEffect(() => source.follow(() => setAsked((n) => n + 1)), [source]);
  useEffect(() => {
    let over = false;
    readQueries().then(
      (all) => !over && setQueries(all),
      (e: unknown) => !over && setSaid(told(e)),
    );
    return () => {
      over = true;
    };
  }, [asked]);
  const act = async (what: () => Promise<unknown>, done: string, name: string) => {
    try {
      await what();
      setSaid(done);
      change({ query: name });
      setAsked(asked + 1);
    } catch (e) {
      setSaid(told(e));
    }
  };
  const columns: Column<StandingStatus>[] = [
    {
      title: "Name",
      value: (q) => q.name,
      cell: (q) => (
        <button type="button" class="quiet" aria-pressed={q.name === wanted} onClick={() => step({ query: q.name })}>
          {q.name}
        </button>
      ),
    },
    { title: "Query", wide: true, value: (q) => q.query, cell: (q) => <code class="query">{q.query}</code> },
    { title: "Of", value: (q) => (q.everyNanos ? duration(q.everyNanos) : "each window") },
    { title: "Windows read", number: true, wide: true, value: (q) => q.windows, cell: (q) => count(q.windows) },
    { title: "Took", number: true, wide: true, value: (q) => q.spentNanos, cell: (q) => duration(q.spentNanos) },
    { title: "Answers", number: true, value: (q) => q.results, cell: (q) => count(q.results) },
    { title: "Problem", wide: true, value: (q) => q.problem ?? "" },
    {
      title: "Remove",
      value: (q) => q.name,
      cell: (q) => (
        <button
          type="button"
          class="quiet"
          aria-label={`Remove ${q.name}`}
          onClick={() => act(() => removeQuery(q.name), `${q.name} was removed, with its answers.`, "")}
        >
          Remove
        </button>
      ),
    },
  ];
  return (
    <section id="queries" aria-labelledby="queries-h">
      <h2 id="queries-h">Standing queries</h2>
      <p class="dim">The service answers them of each window, or of stretches of time, and keeps the answers.</p>
      <Table caption="Standing queries" columns={columns} rows={queries} route={route} sort="Name" />
      <QueryForm
        key={chosen?.name ?? ""}
        query={chosen}
        onPut={(query) => act(() => putQuery(query), `${query.name} is installed.`, query.name)}
        onWrong={setSaid}
      />
      {said && <p role="status">{said}</p>}
      {chosen && <Answers name={chosen.name} asked={asked} route={route} />}
    </section>
  );
}

interface FormProps {
  query: StandingStatus | undefined;
  onPut: (query: Exclude<ReturnType<typeof entered>, string>) => void;
  onWrong: (what: string) => void;
}

function QueryForm({ query, onPut, onWrong }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(form.current!);
    const found = entered((key) => {
      const value = data.get(key);
      return typeof value === "string" ? value : "";
    });
    if (typeof found === "string") onWrong(found);
    else onPut(found);
  };
  return (
    <form ref={form} class="card settings" onSubmit={submit}>
      <label>
        <span>Name</span>
        <input name="name" type="text" required pattern="[a-z][a-z0-9_]*" defaultValue={query?.name ?? ""} />
      </label>
      <label>
        <span>Interval, s (empty: each window)</span>
        <input
          name="every"
          type="number"
          min={0}
          step="any"
          defaultValue={query?.everyNanos ? query.everyNanos / 1e9 : ""}
        />
      </label>
      <label class="wide">
        <span>Query</span>
        <textarea name="query" rows={3} required defaultValue={query?.query ?? ""} />
      </label>
      <button type="submit">Install or change</button>
    </form>
  );
}

function Answers({ name, asked, route }: { name: string; asked: number; route: Route }) {
  const [results, setResults] = useState<QueryResult[]>([]);
  useEffect(() => {
    let over = false;
    readQueryResults(name).then(
      (all) => !over && setResults(all),
      () => !over && setResults([]),
    );
    return () => {
      over = true;
    };
  }, [name, asked]);
  const latest = results.at(-1);
  const columns: Column<AnswerRow>[] = [
    { title: "From", value: (r) => r.fromNanos, cell: (r) => instant(r.fromNanos) },
    { title: "To", wide: true, value: (r) => r.toNanos, cell: (r) => instant(r.toNanos) },
    ...(latest?.columns ?? []).map((column): Column<AnswerRow> => ({
      title: column.name,
      number: column.type === "number" || column.type === "duration",
      value: (r) => {
        const value = r.values[column.name] ?? null;
        return typeof value === "boolean" ? String(value) : value;
      },
      cell: (r) => cellText(r, column.name, column.estimate),
    })),
  ];
  return (
    <>
      <h3>{`Answers of ${name}`}</h3>
      {latest ? (
        <Table
          caption={`Answers of ${name}`}
          columns={columns}
          rows={answerRows(results)}
          route={route}
          sort="-From"
          name="answer"
        />
      ) : (
        <p class="dim">There are none yet.</p>
      )}
      <p>
        <a href={queryCsvPath(name)} download={`${name}.csv`}>
          All as CSV
        </a>
      </p>
    </>
  );
}
