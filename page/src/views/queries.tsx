// Queries of the service: those that stand and what they answer, and those that are asked once.
import { useEffect, useRef, useState } from "preact/hooks";
import { count, duration, instant } from "../format";
import { type Column, Table } from "../parts/table";
import { type AnswerRow, answerRows, cellText, entered, EXAMPLES } from "../queries";
import { change, rangeOf, type Route, spanOfRange, step } from "../route";
import {
  askOnce,
  putQuery,
  queryCsvPath,
  type QueryResult,
  type QuerySource,
  readQueries,
  readQueryResults,
  readQuerySources,
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
      <h2 id="queries-h">Queries</h2>
      <p class="dim">
        Those that stand are answered of each window, or of stretches of time, and the answers kept. One that is asked
        once is answered of the time that is chosen above, without one of the latest window.
      </p>
      <Table caption="Standing queries" columns={columns} rows={queries} route={route} sort="Name" />
      <QueryForm
        key={chosen?.name ?? ""}
        query={chosen}
        route={route}
        source={source}
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
  route: Route;
  source: Source;
  onPut: (query: Exclude<ReturnType<typeof entered>, string>) => void;
  onWrong: (what: string) => void;
}

/** What is asked once is of the time that is chosen, else of the latest window. */
async function answerOf(text: string, route: Route, source: Source): Promise<QueryResult> {
  const latest = (await source.windows()).at(-1);
  return askOnce(text, spanOfRange(rangeOf(route), latest?.toNanos ?? 0));
}

function QueryForm({ query, route, source, onPut, onWrong }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [once, setOnce] = useState<QueryResult | "asking">();
  const ask = () => {
    const text = new FormData(form.current!).get("query");
    if (typeof text !== "string" || !text.trim()) return onWrong("There is no query yet.");
    setOnce("asking");
    answerOf(text.trim(), route, source).then(
      (answer) => {
        setOnce(answer);
        onWrong("");
      },
      (e: unknown) => {
        setOnce(undefined);
        onWrong(told(e));
      },
    );
  };
  const fill = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value;
    }
  };
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
    <>
      <p class="links small">
        <span class="dim">Examples:</span>
        {EXAMPLES.map(({ words, name, query }) => (
          <button key={name} type="button" class="quiet" title={query} onClick={() => fill({ name, query })}>
            {words}
          </button>
        ))}
      </p>
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
        <button type="button" onClick={ask}>
          Ask once
        </button>
      </form>
      <Fields />
      {once === "asking" ? <p class="dim">Asking …</p> : once && <Once answer={once} route={route} />}
    </>
  );
}

/** What can be asked: asked for once somebody wants to know. */
function Fields() {
  const [sources, setSources] = useState<QuerySource[]>([]);
  const open = (e: Event) => {
    if (!(e.currentTarget as HTMLDetailsElement).open || sources.length) return;
    readQuerySources().then(setSources, () => {});
  };
  return (
    <details onToggle={open}>
      <summary>Sources and fields</summary>
      {sources.map(({ name, sentence, fields }) => (
        <section key={name}>
          <h3>{name}</h3>
          <p>{sentence}</p>
          <dl class="fields small">
            {fields.map((f) => [
              <dt key={`${f.name} name`}>
                <code>{f.name}</code>
                <span class="dim">{` ${f.type}`}</span>
              </dt>,
              <dd key={f.name}>{f.sentence}</dd>,
            ])}
          </dl>
        </section>
      ))}
    </details>
  );
}

function Once({ answer, route }: { answer: QueryResult; route: Route }) {
  return (
    <section id="once" aria-labelledby="once-h">
      <h3 id="once-h">{`Answer, ${instant(answer.fromNanos)} to ${instant(answer.toNanos)}`}</h3>
      <Table
        caption="Answer"
        columns={columnsOf(answer)}
        rows={answerRows([answer])}
        route={route}
        sort={answer.columns[0]?.name ?? ""}
        name="once"
      />
    </section>
  );
}

const columnsOf = (answer: QueryResult | undefined): Column<AnswerRow>[] =>
  (answer?.columns ?? []).map((column) => ({
    title: column.name,
    number: column.type === "number" || column.type === "duration",
    value: (r) => {
      const value = r.values[column.name] ?? null;
      return typeof value === "boolean" ? String(value) : value;
    },
    cell: (r) => cellText(r, column.name, column.estimate),
  }));

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
    ...columnsOf(latest),
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
