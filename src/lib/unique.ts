/** Keeps the first row per id: if a row is added while a list is read page by page, the next page repeats a row. */
export function unique<Row>(rows: readonly Row[], getId: (row: Row) => string): Row[] {
  const known = new Set<string>();
  return rows.filter((row) => !known.has(getId(row)) && known.add(getId(row)));
}
