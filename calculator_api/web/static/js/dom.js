// A view is a function from state to a tree of `h(tag, props, …children)`; `patch` makes the page look like that tree
// and keeps the elements (and with them focus, scrolling and half-typed text) that are still wanted.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "use", "path", "g", "title"]);

/** One node of a tree. `props.key` ties it to its element across patches; `props.ref` is called once with a new element. */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, kids: children.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false) };
}

/** Makes `parent`'s children equal to `kids`. */
export function patch(parent, kids) {
  const focused = remember(parent);
  sync(parent, [kids].flat(Infinity).filter(Boolean), parent.namespaceURI === SVG);
  restore(parent, focused);
}

function sync(parent, kids, inSvg) {
  const keyed = new Map();
  for (const child of parent.childNodes) if (child.vkey !== undefined) keyed.set(child.vkey, child);
  let next = parent.firstChild;
  for (const kid of kids) {
    const node = reuse(kid, next, keyed) ?? create(kid, inSvg);
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
    if (kid.tag) update(node, kid);
    else if (node.data !== String(kid)) node.data = String(kid);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

function reuse(kid, next, keyed) {
  if (!kid.tag) return next && next.nodeType === Node.TEXT_NODE ? next : null;
  if (kid.props.key !== undefined) {
    const node = keyed.get(kid.props.key);
    return node && node.localName === kid.tag ? node : null;
  }
  return next && next.localName === kid.tag && next.vkey === undefined ? next : null;
}

function create(kid, inSvg) {
  if (!kid.tag) return document.createTextNode(String(kid));
  const svg = kid.tag === "svg" || (inSvg && SVG_TAGS.has(kid.tag));
  const node = svg ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
  node.vkey = kid.props.key;
  node.vprops = {};
  if (kid.props.ref) kid.props.ref(node);
  return node;
}

function update(node, kid) {
  const before = node.vprops ?? {};
  for (const name in before) if (!(name in kid.props)) assign(node, name, undefined);
  for (const name in kid.props) {
    const value = kid.props[name];
    if (name === "value" || name === "checked" ? node[name] !== value : before[name] !== value) assign(node, name, value);
  }
  node.vprops = kid.props;
  if (!kid.props.opaque) sync(node, kid.kids, node.namespaceURI === SVG);
  // A select takes its value only once its options are there.
  if (kid.tag === "select" && kid.props.value !== undefined && node.value !== kid.props.value) node.value = kid.props.value;
}

function assign(node, name, value) {
  if (name === "key" || name === "ref" || name === "opaque") return;
  if (name.startsWith("on")) node[name] = value ?? null;
  else if (name === "value" || name === "checked") {
    // What somebody is typing is not overwritten.
    if (name === "checked" || document.activeElement !== node || node.localName === "select") node[name] = value ?? (name === "checked" ? false : "");
  } else if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : String(value));
}

// When the focused element goes away, its neighbour of the same `data-group` gets the focus, or the group's owner.
function remember(parent) {
  const active = document.activeElement;
  if (!active || !parent.contains(active)) return null;
  const group = active.dataset.group;
  return group ? { group, at: members(parent, group).indexOf(active) } : null;
}

function restore(parent, focused) {
  if (!focused || parent.contains(document.activeElement)) return;
  const left = members(parent, focused.group);
  const to = left[Math.min(focused.at, left.length - 1)] ?? parent.querySelector(`[data-owns~="${focused.group}"]`);
  if (to) to.focus();
}

const members = (parent, group) => [...parent.querySelectorAll(`[data-group="${group}"]`)];
