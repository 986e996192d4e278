/** Characters of a text shown before its first found word. */
const lead = 24;

/**
 * The part of a text that shows why a search found it.
 *
 * @returns pieces in order; `isHit` for what the words of `q` match, in any case.
 */
export function snippetOf(text: string, q: string): { text: string; isHit: boolean }[] {
  const words = q.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [{ text, isHit: false }];
  const pattern = new RegExp(
    `(${words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`,
    'gi',
  );
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  const first = flat.search(pattern);
  const start = first > lead ? flat.indexOf(' ', first - lead) + 1 : 0;
  const shown = start > 0 && start <= first ? `…${flat.slice(start)}` : flat;
  return shown
    .split(pattern)
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
