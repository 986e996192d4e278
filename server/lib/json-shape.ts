/** Levels of brackets in each other. What people and apps send has a handful. */
const MAX_DEPTH = 50;
/** Members of lists and objects together. The longest lists that calls take have some hundred. */
const MAX_MEMBERS = 10_000;

const [QUOTE, BACKSLASH, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT, COMMA] = Array.from('"\\[{]},', (sign) =>
  sign.charCodeAt(0),
);

/**
 * Whether a text of JSON is nested so deeply, or has so many members, that nobody honest wrote it. Ask before `JSON.parse`: a
 * megabyte of brackets keeps it busy for a fifth of a second and becomes some 30 MB, one of short keys for a tenth.
 */
export function isTooComplex(text: string): boolean {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      at += 1;
      while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
    } else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (sign === COMMA) {
      members += 1;
      if (members > MAX_MEMBERS) return true;
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}
