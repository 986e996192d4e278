/** A character outside Latin-1, in UTF-8 of which each byte is read as a character: so nothing here takes two bytes. */
const outsideLatin1 = /[\xc4-\xf4][\x80-\xbf]+/g;

/** More characters than that among a hundred, as in Russian or Chinese, would make a page grow: it stays as it is. */
const mostInHundred = 1;

/** Elements whose content is no text of HTML. */
const rawElement = /<(script|style)[\s>]/g;

const read = (bytes) => Buffer.from(bytes, 'latin1').toString();

const asReference = (bytes) => `&#${read(bytes).codePointAt(0)};`;

const asEscapes = (bytes) =>
  read(bytes)
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * Writes the few characters of a page that are outside Latin-1 (an emoji, a curly quote) as references, in scripts as escapes.
 * One of them makes V8 hold the whole page in two bytes a character, which Next.js then joins, searches, measures and writes:
 * 1 to 4 ms for a page of 100 KB.
 *
 * @param {Buffer} html UTF-8, of a page or of a part with whole elements.
 * @returns {Buffer} what a browser reads as the same.
 */
export function toLatin1(html) {
  const bytes = html.latin1Slice();
  const most = (bytes.length * mostInHundred) / 100;
  const characters = bytes.matchAll(outsideLatin1);
  let found = 0;
  // No page in Russian is counted to its end.
  while (found <= most && !characters.next().done) found += 1;
  if (found === 0 || found > most) return html;
  let written = '';
  let at = 0;
  for (const { index, 1: name } of bytes.matchAll(rawElement)) {
    if (index < at) continue;
    const end = bytes.indexOf(`</${name}`, index);
    const to = end < 0 ? bytes.length : end;
    const raw = bytes.slice(index, to);
    written += bytes.slice(at, index).replace(outsideLatin1, asReference);
    written += name === 'script' ? raw.replace(outsideLatin1, asEscapes) : raw;
    at = to;
  }
  return Buffer.from(written + bytes.slice(at).replace(outsideLatin1, asReference), 'latin1');
}

/**
 * @param {import('react-dom/server').renderToReadableStream} render
 * @returns the same, for a reader that waits for the whole page: it comes in one piece, as {@link toLatin1} writes it.
 */
export const renderWhole = (render) => async (element, options) => {
  const stream = await render(element, options);
  return {
    allReady: stream.allReady,
    async *[Symbol.asyncIterator]() {
      const parts = [];
      for await (const part of stream) parts.push(part);
      yield toLatin1(Buffer.concat(parts));
    },
  };
};
