/** Keeps the first row per id: a list read in pages repeats a row when another is published meanwhile. */
export function unique<Row>(rows: readonly Row[], getId: (row: Row) => string): Row[] {
  const known = new Set<string>();
  return rows.filter((row) => !known.has(getId(row)) && known.add(getId(row)));
}
