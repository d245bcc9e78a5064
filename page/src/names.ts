// Names come from packets. A page shows them as text; characters that would turn the text around them, or hide, are shown by their numbers.

/** Controls of direction (Unicode UAX 9), zero-width characters, and controls but tab and line feed. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The same, as JSON may write them. */
const ESCAPED =
  /(?<!\\)((?:\\\\)*)\\u(00(?:0[0-8bcef]|1[0-9a-f]|7f|[89][0-9a-f])|061c|200[b-f]|202[89a-e]|206[0-9]|feff)/gi;

const number = (hex: string) => `⟨U+${hex.toUpperCase().padStart(4, "0")}⟩`;

/** JSON in which such characters are told by their numbers. */
export const visible = (json: string): string =>
  json
    .replace(UNSEEN, (c) => (c === "\r" ? c : number(c.charCodeAt(0).toString(16))))
    .replace(ESCAPED, (_, slashes: string, hex: string) => slashes + number(hex));
