// What may change while `serve` runs.
import { useEffect, useState } from "preact/hooks";
import { changeSettings, readSettings, Refusal, type Settings } from "../source";

interface Field {
  group: keyof Settings;
  key: string;
  label: string;
  /** Nanoseconds that are shown as seconds. */
  seconds?: boolean;
  choices?: string[];
}

const FIELDS: Field[] = [
  { group: "windows", key: "lengthNanos", label: "Length of a window, s", seconds: true },
  { group: "windows", key: "beforeNanos", label: "Margin before it, s", seconds: true },
  { group: "windows", key: "afterNanos", label: "Margin after it, s", seconds: true },
  {
    group: "analysis",
    key: "algorithm",
    label: "Algorithm",
    choices: ["auto", "joint", "linking", "nesting", "convolution"],
  },
  { group: "analysis", key: "evidence", label: "Evidence" },
  { group: "analysis", key: "maxDelayNanos", label: "Longest delay at a node, s", seconds: true },
];

const shown = (settings: Settings, f: Field) => {
  const value = settings[f.group][f.key] ?? "";
  return f.seconds ? String(Number(value) / 1e9) : String(value);
};

/** What was entered that differs from what holds. */
export function changed(settings: Settings, entered: (key: string) => string): Partial<Settings> {
  const change: Partial<Settings> = {};
  for (const f of FIELDS) {
    const text = entered(f.key).trim();
    if (text === shown(settings, f)) continue;
    (change[f.group] ??= {})[f.key] = f.seconds ? Math.round(Number(text) * 1e9) : text;
  }
  return change;
}

export function SettingsForm() {
  const [settings, setSettings] = useState<Settings>();
  const [said, setSaid] = useState("");
  useEffect(() => {
    readSettings().then(setSettings, (e: unknown) => setSaid((e as Error).message));
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const change = changed(settings!, (key) => {
      const value = data.get(key);
      return typeof value === "string" ? value : "";
    });
    if (!Object.keys(change).length) return setSaid("Nothing was changed.");
    try {
      setSettings(await changeSettings(change));
      setSaid("Changed: it holds from the next window on, until the service is started again or reloaded.");
    } catch (e) {
      setSaid(e instanceof Refusal ? `${e.message}: ${e.advice}` : (e as Error).message);
    }
  };
  return (
    <section id="settings" aria-labelledby="settings-h">
      <h2 id="settings-h">Settings of the service</h2>
      {settings && (
        <form class="card settings" key={JSON.stringify(settings)} onSubmit={submit}>
          {FIELDS.map((f) => (
            <label key={f.key}>
              <span>{f.label}</span>
              {f.choices ? (
                <select name={f.key} defaultValue={shown(settings, f)}>
                  {f.choices.map((choice) => (
                    <option key={choice} value={choice} selected={choice === shown(settings, f)}>
                      {choice}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  name={f.key}
                  defaultValue={shown(settings, f)}
                  {...(f.seconds ? { type: "number", min: 0, step: "any", required: true } : { type: "text" })}
                />
              )}
            </label>
          ))}
          <button type="submit">Change</button>
        </form>
      )}
      {said && <p role="status">{said}</p>}
    </section>
  );
}
