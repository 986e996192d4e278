interface DatedList {
  rows: readonly string[];
  isEnd: boolean;
}

/**
 * Merges lists sorted from newest to oldest. Stops where the next row is unknown, so that rows loaded later never move rows
 * that are already shown.
 *
 * @param getDate returns milliseconds since 1970
 * @returns `waitingFor`: indexes of the lists that must load more first
 */
export function mergeLists(
  lists: readonly DatedList[],
  getDate: (row: string) => number,
): { rows: string[]; waitingFor: number[] } {
  const places = lists.map(() => 0);
  const rows = new Set<string>();
  for (;;) {
    const heads = lists.map((list, index) => list.rows[places[index] ?? 0]);
    const waitingFor = lists.flatMap((list, index) => (heads[index] === undefined && !list.isEnd ? [index] : []));
    if (waitingFor.length > 0) return { rows: [...rows], waitingFor };
    const newest = heads.reduce<{ index: number; date: number } | null>((best, row, index) => {
      const date = row === undefined ? -Infinity : getDate(row);
      return row === undefined || (best && best.date >= date) ? best : { index, date };
    }, null);
    if (!newest) return { rows: [...rows], waitingFor: [] };
    const row = heads[newest.index];
    if (row !== undefined) rows.add(row);
    places[newest.index] = (places[newest.index] ?? 0) + 1;
  }
}
