import { limits } from '@contract/base/limits';

/** A file with more rows helps nobody, and the server would be asked too often. */
export const mostRows = 10_000;

type LoadPage<Row> = (page: {
  offset: number;
  limit: number;
}) => Generator<unknown, { data: Row[]; total: number; read?: number }>;

/** Every row of a list, page by page. */
export function* allPages<Row>(load: LoadPage<Row>): Generator<unknown, Row[]> {
  return (yield* firstRows(mostRows, load)).data;
}

/**
 * The first rows of a list, however many: no backend is asked for more than `limits.listMax` at once.
 *
 * @param count rows wanted; there may come fewer, or a few more.
 * @returns the rows, and how many the backend says there are.
 */
export function* firstRows<Row>(
  count: number,
  load: LoadPage<Row>,
): Generator<unknown, { data: Row[]; total: number }> {
  const rows: Row[] = [];
  let offset = 0;
  for (;;) {
    // What is left out of a page was read all the same.
    const { data, total, read = data.length } = yield* load({ offset, limit: Math.min(count, limits.listMax) });
    rows.push(...data);
    offset += read;
    if (read === 0 || offset >= Math.min(total, count)) return { data: rows, total };
  }
}
