import { limits } from '@contract/base/limits';
import { unique } from '@/lib/unique';

interface Row {
  _id: string;
}

/** Bounds the number of requests per list. */
export const MAX_ROWS = 10_000;

type LoadPage<R extends Row> = (page: {
  offset: number;
  limit: number;
}) => Generator<unknown, { data: R[]; total: number; read?: number }>;

export function* fetchAllRows<R extends Row>(load: LoadPage<R>): Generator<unknown, R[]> {
  return (yield* fetchFirstRows(MAX_ROWS, load)).data;
}

/**
 * Reads in pages of at most `limits.listMax` rows, and drops duplicates.
 *
 * @param count rows wanted; the result can have fewer, or slightly more
 * @returns `total`: all rows that the backend has
 */
export function* fetchFirstRows<R extends Row>(
  count: number,
  load: LoadPage<R>,
): Generator<unknown, { data: R[]; total: number }> {
  const rows: R[] = [];
  let offset = 0;
  for (;;) {
    // `read` also counts rows that `load` left out of `data`.
    const { data, total, read = data.length } = yield* load({ offset, limit: Math.min(count, limits.listMax) });
    rows.push(...data);
    offset += read;
    if (read === 0 || offset >= Math.min(total, count)) return { data: unique(rows, ({ _id }) => _id), total };
  }
}
