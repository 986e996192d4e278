/** A range of bytes; `end` is exclusive. */
export interface Range {
  start: number;
  end: number;
}

const MARK = '"country":"';
const MAX_ENTRY_BYTES = 4_096;

/**
 * Finds each country's byte range in a list of flat objects that is grouped by country. Reads only a few entries of each
 * country, so that 17 MB take a few milliseconds.
 *
 * @param list JSON text without line breaks between members: `[{…,"country":"AD",…},…]`
 */
export function findCountryRanges(list: Buffer): Map<string, Range> {
  const ranges = new Map<string, Range>();
  let entry = findEntry(list, list.indexOf('{'));
  while (entry) {
    const next = findNextCountry(list, entry);
    // Without the comma between the ranges.
    const end = next === null ? list.lastIndexOf('}') + 1 : next.start - 1;
    ranges.set(entry.country, { start: entry.start, end });
    entry = next;
  }
  return ranges;
}

interface Entry {
  country: string;
  start: number;
}

function findEntry(list: Buffer, from: number): Entry | null {
  // Names may contain `{`, but only an entry starts with `{"name"`.
  const start = list.indexOf('{"name"', from);
  if (start === -1) return null;
  const mark = list.indexOf(MARK, start);
  return mark === -1 ? null : { country: list.toString('latin1', mark + MARK.length, mark + MARK.length + 2), start };
}

/** Finds the first entry of the next country: doubles the step until it is past that entry, then bisects. */
function findNextCountry(list: Buffer, { country, start }: Entry): Entry | null {
  let near = start;
  let far: Entry | null = null;
  for (let step = MAX_ENTRY_BYTES; near < list.length; step *= 2) {
    far = findEntry(list, near + step);
    if (far?.country !== country) break;
    near = far.start;
  }
  let limit = far?.start ?? list.length;
  while (limit - near > 1) {
    const middle = findEntry(list, Math.floor((near + limit) / 2));
    if (middle && middle.start < limit) {
      if (middle.country === country) near = middle.start;
      else [limit, far] = [middle.start, middle];
    } else limit = Math.floor((near + limit) / 2);
  }
  return far;
}
