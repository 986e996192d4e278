import { limits } from '@contract/base/limits';

/** A file with more rows helps nobody, and the server would be asked too often. */
const mostRows = 10_000;

/**
 * Every row of a list, page by page.
 *
 * @param load one page of `limits.listMax` rows from an offset.
 */
export function* allPages<Row>(
  load: (page: { offset: number; limit: number }) => Generator<unknown, { data: Row[]; total: number; read?: number }>,
): Generator<unknown, Row[]> {
  const rows: Row[] = [];
  let offset = 0;
  for (;;) {
    // What is left out of a page was read all the same.
    const { data, total, read = data.length } = yield* load({ offset, limit: limits.listMax });
    rows.push(...data);
    offset += read;
    if (read === 0 || offset >= Math.min(total, mostRows)) return rows;
  }
}
