import { limits } from '@contract/base/limits';
import { unique } from '@/lib/unique';

interface Row {
  _id: string;
}

/** A limit for the server: each page is a request. */
export const MAX_ROWS = 10_000;

type LoadPage<R extends Row> = (page: {
  offset: number;
  limit: number;
}) => Generator<unknown, { data: R[]; total: number; read?: number }>;

/** Every row of a list, page by page, each once. */
export function* fetchAllRows<R extends Row>(load: LoadPage<R>): Generator<unknown, R[]> {
  return (yield* fetchFirstRows(MAX_ROWS, load)).data;
}

/**
 * The first rows of a list, however many, each once: no backend is asked for more than `limits.listMax` at once.
 *
 * @param count rows wanted; there may come fewer, or a few more.
 * @returns the rows, and how many the backend says there are.
 */
export function* fetchFirstRows<R extends Row>(
  count: number,
  load: LoadPage<R>,
): Generator<unknown, { data: R[]; total: number }> {
  const rows: R[] = [];
  let offset = 0;
  for (;;) {
    // What is left out of a page was read all the same.
    const { data, total, read = data.length } = yield* load({ offset, limit: Math.min(count, limits.listMax) });
    rows.push(...data);
    offset += read;
    if (read === 0 || offset >= Math.min(total, count)) return { data: unique(rows, ({ _id }) => _id), total };
  }
}
