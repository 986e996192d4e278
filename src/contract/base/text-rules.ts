/**
 * What texts may hold, one place for each rule: the server applies `dropHidden` to all that people send, the field types
 * of field-schemas.ts add the rest. Promises F-10.
 */

/**
 * Characters that nobody types and that do harm: controls but tab and line breaks (PostgreSQL takes no U+0000 at all), and
 * those that turn the direction of what stands beside them.
 */
const hidden = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;

/** Joiners where they belong: inside an emoji, and between letters of Arabic script. */
const joiners =
  /(?<=\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})|(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})/u;
/** Characters without a shape: of format, and letters that are drawn as nothing. */
const invisible = new RegExp(
  `(${joiners.source})|[\\p{Cf}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0]`,
  'gu',
);

/** The text without characters that do harm. */
export const dropHidden = (text: string): string => text.replace(hidden, '');

/** Elements whose content is no words of a text. */
const withContent = /^<(script|style|template|noscript|iframe|svg|math|textarea|title|xmp)[\s/>]/i;
/** Elements of HTML, of today and of before, and the roots of what may stand in it. */
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
/** Captures the name that an HTML parser would read in angle brackets. */
const bracketed = /^<\/?([a-z][^\s/<>="'`]*)[\s/>]/i;

/** Whether it is somebody's words: a hug, a placeholder, two comparisons ("a<b and c>d"), which have no attribute with a value. */
const isWords = (inBrackets: string): boolean => {
  const [begin = '', name] = bracketed.exec(inBrackets) ?? [];
  if (name === undefined) return false;
  const rest = inBrackets.slice(begin.length);
  return !elements.has(name.toLowerCase()) || (/[\p{L}\p{N}]/u.test(rest) && !rest.includes('='));
};

/** What stands in angle brackets without being a tag, as in mails: an address. */
const address = /^(?:https?:\/\/|mailto:)[^\s"'`<]+$|^[^\s"'`=/<]+@[^\s"'`=/<]+$/i;

/**
 * The text without HTML tags and comments, since front ends of the family may show it as HTML. What merely has a sign in
 * it ("a < b", "<3", "<zoe@example.com>") keeps its words; so does what is in brackets and is no element ("<hugs>"), in
 * brackets that nobody reads as markup ("‹hugs›"). One walk along the text, however it is nested. Specification 5.
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
    // A sign that stood before could become a tag with what comes after.
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

/** Looks for what comes next. What is not there once is not looked for again further on. */
function finder(lower: string): Find {
  const absent = new Set<string>();
  return (what, from) => {
    const found = absent.has(what) ? -1 : lower.indexOf(what, from);
    if (found < 0) absent.add(what);
    return found;
  };
}

/** The end of a text in which no tag ends: a comment or attributes would take in what a page shows after it. */
function unended(rest: string): string {
  const cut = rest.indexOf('=');
  const start = cut < 0 ? -1 : rest.search(/<[a-z!]/i);
  return start < 0 ? rest : rest.slice(0, start);
}

/** The text without the beginnings of comments, also without those that come about when one between two parts goes. */
function dropOpenings(text: string): string {
  if (!text.includes('<!--')) return text;
  const kept: string[] = [];
  for (const sign of text) {
    kept.push(sign);
    if (sign === '-' && kept.slice(-4).join('') === '<!--') kept.length -= 4;
  }
  return kept.join('');
}

/** Where the markup that begins at `open` and has its first `>` at `close` is over. */
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

/** A text of several lines, as posts and messages are; one that only looks empty is empty. */
export function cleanText(text: string): string {
  const plain = dropMarkup(dropHidden(text));
  return dropInvisible(plain).trim() === '' ? '' : plain;
}

/**
 * A text of one line, as names and titles are: breaks become spaces, what cannot be seen goes, and marks do not pile up.
 * Two that look the same to people are nearly always the same then.
 */
export const cleanLine = (text: string): string =>
  dropMarkup(dropInvisible(dropHidden(text.normalize('NFC').replace(/[\t\n\r\v\f\u0085\p{Zl}\p{Zp}]+/gu, ' '))))
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();

/** Whether a text that names a moment lies where people have dates. What is no date is for the caller to refuse. */
export function isInPlainYears(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return Number.isNaN(year) || (year >= 1900 && year < 2200);
}

/** Whether an address hides where it leads behind a name and password. */
export function hasCredentials(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

/** The address with an international host in ASCII; as it stands where there is no such host. Source: IDNA, RFC 5890. */
export function toAsciiHost(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const url = `http://${email.slice(at)}`;
  const isInternational = at > 0 && /^[^\s/:?#@\\]*[^\0-\x7f][^\s/:?#@\\]*$/.test(email.slice(at));
  return isInternational && URL.canParse(url) ? email.slice(0, at) + new URL(url).hostname : email;
}
