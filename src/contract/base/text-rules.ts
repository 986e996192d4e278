/**
 * Rules for texts: the server applies `dropHidden` to all input, and the field types of field-schemas.ts add the rest. Promises
 * F-10.
 */

/**
 * Harmful characters that users do not type: control characters except tab and line breaks (PostgreSQL does not store U+0000),
 * and those that change the direction of adjacent text.
 */
const hidden = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;

/** Joiners in valid positions: inside an emoji, and between Arabic letters. */
const joiners =
  /(?<=\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})|(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})/u;
/** Invisible characters: format characters, and letters without a visible glyph. */
const invisible = new RegExp(
  `(${joiners.source})|[\\p{Cf}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0]`,
  'gu',
);

export const dropHidden = (text: string): string => text.replace(hidden, '');

/** Elements whose content is removed with them, because it is not text for readers. */
const withContent = /^<(script|style|template|noscript|iframe|svg|math|textarea|title|xmp)[\s/>]/i;
/** HTML elements, current and obsolete, and the roots of embedded languages. */
const elements = new Set(
  (
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br ' +
    'button canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div dl ' +
    'dt element em embed fencedframe fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark ' +
    'marquee math menu menuitem meta meter multicol nav nextid nobr noembed noframes noscript object ol optgroup option ' +
    'output p param picture plaintext portal pre progress q rb rp rt rtc ruby s samp script search section select ' +
    'selectedcontent shadow slot small source spacer span strike strong style sub summary sup svg table tbody td template ' +
    'textarea tfoot th thead time title tr track tt u ul var video wbr xml xmp'
  ).split(' '),
);
/** Captures the tag name that an HTML parser would read. */
const bracketed = /^<\/?([a-z][^\s/<>="'`]*)[\s/>]/i;

/**
 * Whether angle brackets contain text instead of a tag: an unknown name ("<hugs>"), or two comparisons ("a<b and c>d"), which
 * unlike a tag have no attribute with a value.
 */
const isWords = (inBrackets: string): boolean => {
  const [begin = '', name] = bracketed.exec(inBrackets) ?? [];
  if (name === undefined) return false;
  const rest = inBrackets.slice(begin.length);
  return !elements.has(name.toLowerCase()) || (/[\p{L}\p{N}]/u.test(rest) && !rest.includes('='));
};

const address = /^(?:https?:\/\/|mailto:)[^\s"'`<]+$|^[^\s"'`=/<]+@[^\s"'`=/<]+$/i;

/**
 * Removes HTML tags and comments, because front ends of compatible backends may render the text as HTML. A "<" that begins no
 * tag stays ("a < b", "<3"), and an address loses only its brackets ("<zoe@example.com>"). An unknown element keeps its words,
 * in brackets that are not markup ("‹hugs›"). Runs in linear time for any nesting. Specification 5.
 */
export function dropMarkup(text: string): string {
  if (!text.includes('<')) return text;
  const find = finder(text.toLowerCase());
  const kept: string[] = [];
  let at = 0;
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    if (open > at) kept.push(text.slice(at, open));
    if (!/[a-z/!?]/i.test(text.charAt(open + 1))) {
      kept.push('<');
      at = open + 1;
      continue;
    }
    const close = find('>', open);
    if (close < 0) return dropOpenings(kept.join('') + unended(text.slice(open)));
    // A "<" just before it could form a tag with the text after it.
    while (kept.at(-1) === '<') kept.pop();
    const inside = text.slice(open + 1, close);
    const isAddress = inside.length <= 300 && address.test(inside);
    if (isAddress || isWords(text.slice(open, close + 1))) {
      kept.push(isAddress ? inside : `‹${inside.replaceAll('<', '‹')}›`);
      at = close + 1;
      continue;
    }
    at = endOf({ open, close, begins: text.slice(open, open + 12) }, find);
  }
  return kept.join('') + text.slice(at);
}

type Find = (what: string, from: number) => number;

/** Returns a forward search that never repeats a search without result, so that all searches together take linear time. */
function finder(lower: string): Find {
  const absent = new Set<string>();
  return (what, from) => {
    const found = absent.has(what) ? -1 : lower.indexOf(what, from);
    if (found < 0) absent.add(what);
    return found;
  };
}

/**
 * `rest` begins with an unclosed tag. With an attribute, it would swallow what a page shows after it, but it can also be words
 * ("if a<b then c=1"): these stay, in brackets that are not markup.
 */
const unended = (rest: string): string => (rest.includes('=') ? rest.replace(/<(?=[a-z/!?])/gi, '‹') : rest);

/** Removes each `<!--`, even one that only forms when another is removed. */
function dropOpenings(text: string): string {
  if (!text.includes('<!--')) return text;
  const kept: string[] = [];
  for (const sign of text) {
    kept.push(sign);
    if (sign === '-' && kept.slice(-4).join('') === '<!--') kept.length -= 4;
  }
  return kept.join('');
}

/** Index after the markup that begins at `open` and has its first `>` at `close`. */
function endOf({ open, close, begins }: { open: number; close: number; begins: string }, find: Find): number {
  if (begins.startsWith('<!--')) {
    const end = find('-->', open + 4);
    return end < 0 ? open + 4 : end + 3;
  }
  const name = withContent.exec(begins)?.[1]?.toLowerCase();
  const end = name === undefined ? -1 : find(`</${name}`, close);
  return end < 0 ? close + 1 : end;
}

const dropInvisible = (text: string): string =>
  text.replace(invisible, (_all, joiner: string | undefined) => joiner ?? '');

/** For texts of several lines, such as posts and messages. A text that only looks empty becomes the empty text. */
export function cleanText(text: string): string {
  const plain = dropMarkup(dropHidden(text));
  return dropInvisible(plain).trim() === '' ? '' : plain;
}

/**
 * For texts of one line, such as names and titles: line breaks become spaces, invisible characters are removed, and stacks of
 * combining marks are cut. Afterwards, texts that look the same are nearly always equal.
 */
export const cleanLine = (text: string): string =>
  dropMarkup(dropInvisible(dropHidden(text.normalize('NFC').replace(/[\t\n\r\v\f\u0085\p{Zl}\p{Zp}]+/gu, ' '))))
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();

/** Whether the year is plausible. Also true for an invalid date, which the caller rejects. */
export function isInPlainYears(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return Number.isNaN(year) || (year >= 1900 && year < 2200);
}

/** Whether a URL hides where it leads behind a user name and password. */
export function hasCredentials(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

/** Converts an international host to ASCII; leaves other addresses unchanged. IDNA, RFC 5890. */
export function toAsciiHost(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const url = `http://${email.slice(at)}`;
  const isInternational = at > 0 && /^[^\s/:?#@\\]*[^\0-\x7f][^\s/:?#@\\]*$/.test(email.slice(at));
  return isInternational && URL.canParse(url) ? email.slice(0, at) + new URL(url).hostname : email;
}
