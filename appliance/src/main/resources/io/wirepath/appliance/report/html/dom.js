"use strict";
// Elements are made, never parsed: names in a report come from packets.
const SVG = "http://www.w3.org/2000/svg";
function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}
const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** A picture with its caption and the same content as text. */
function picture(caption, label, svg, text) {
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  return h("figure", {}, caption && h("figcaption", {}, caption), h("div", { class: "scroll", tabindex: "0" }, svg),
    h("details", { class: "text-alternative" }, h("summary", {}, "As text"), text));
}

/** A table that sorts by any column; columns: {title, value(row), number, wide}; before() runs ahead of each drawing. */
function sortable(columns, rows, rowNode, initial, descending, before = () => {}) {
  const body = h("tbody", {});
  let column = initial, down = descending;
  const heads = columns.map((c, i) => h("th", { scope: "col", class: [c.number && "num", c.wide && "wide"].filter(Boolean).join(" ") },
    h("button", { type: "button", onclick: () => { down = column === i ? !down : !!c.number; column = i; draw(); } }, c.title)));
  function draw() {
    heads.forEach((head, i) => i === column ? head.setAttribute("aria-sort", down ? "descending" : "ascending") : head.removeAttribute("aria-sort"));
    const value = columns[column].value;
    const order = rows.map((row, i) => [value(row), i, row]).sort((a, b) => {
      const c = typeof a[0] === "number" ? a[0] - b[0] : String(a[0]).localeCompare(String(b[0]), undefined, { numeric: true });
      return (down ? -c : c) || a[1] - b[1];
    });
    before();
    body.replaceChildren(...order.flatMap(([, , row]) => rowNode(row)));
  }
  draw();
  return { node: h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, heads)), body)), draw };
}
