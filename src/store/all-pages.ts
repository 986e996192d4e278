import { limits } from '@contract/base/limits';

/** A file with more rows helps nobody, and the server would be asked too often. */
const mostRows = 10_000;

/**
 * Every row of a list, page by page.
 *
 * @param load one page of `limits.listMax` rows from an offset.
 */
export function* allPages<Row>(
  load: (page: { offset: number; limit: number }) => Generator<unknown, { data: Row[]; total: number }>,
): Generator<unknown, Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { data, total } = yield* load({ offset: rows.length, limit: limits.listMax });
    rows.push(...data);
    if (data.length === 0 || rows.length >= Math.min(total, mostRows)) return rows;
  }
}
