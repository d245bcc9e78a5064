import type { ComponentChildren } from "preact";

/** What may be wider than the screen: it scrolls by itself, and is reached by the keyboard for that. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}
