import { toAmountText } from './money';

/** Text, an amount in major units, or an empty cell. */
export type CsvCell = string | number | null | undefined;

/**
 * CSV with commas, CRLF, and quotes where needed. Text that a spreadsheet would run as a formula gets an apostrophe in front,
 * because names and titles are written by users.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map(toCsvLine).join('');
}

export const toCsvLine = (row: readonly CsvCell[]): string => row.map(cellText).join(',') + '\r\n';

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return toAmountText(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
