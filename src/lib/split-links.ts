export interface TextPart {
  text: string;
  href?: string;
}

const address = /\bhttps?:\/\/[^\s<>"`|\\^{}]+/gi;
/** Punctuation that ends a sentence rather than a URL. */
const sentenceEnd = /[.,;:!?…'’”»)\]*_~、。，！？]$/;
const count = (text: string, character: string) => text.split(character).length - 1;

/** Keeps a closing bracket that was opened within the URL. */
function trimSentenceEnd(url: string): string {
  if (url.endsWith(')') && count(url, '(') >= count(url, ')')) return url;
  return sentenceEnd.test(url) ? trimSentenceEnd(url.slice(0, -1)) : url;
}

/** Rejects URLs with a user name or password before the host, which hides where a link leads. Specification 5. */
function isSafeLink(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const url = trimSentenceEnd(found);
    if (!isSafeLink(url)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: url, href: url });
    end = index + url.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
