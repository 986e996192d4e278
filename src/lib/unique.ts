/** Rows without those whose id came before: a list that is read in parts repeats one when something is published in between. */
export function unique<Row>(rows: readonly Row[], getId: (row: Row) => string): Row[] {
  const known = new Set<string>();
  return rows.filter((row) => !known.has(getId(row)) && known.add(getId(row)));
}
