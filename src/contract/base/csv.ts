import { toAmountText } from './money';

/** A cell: text as it is, a sum in major units, or nothing. */
export type CsvCell = string | number | null | undefined;

/**
 * Rows as CSV: commas, CRLF, quotes where they are needed. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front, since names and titles are other people's words.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map(toCsvLine).join('');
}

/** One row of the same, with the end of its line. */
export const toCsvLine = (row: readonly CsvCell[]): string => row.map(cellText).join(',') + '\r\n';

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return toAmountText(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
