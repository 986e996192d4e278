/** `share` is the width relative to the other columns. */
export interface PaperColumn {
  label: string;
  share: number;
  isNumber?: true;
}

/** Plain text, often written by users: never interpreted as markup. */
export type PaperRow = readonly string[];

export interface PaperTable {
  kind: 'table';
  caption: string;
  columns: readonly PaperColumn[];
  rows: readonly PaperRow[];
}

/** Labels with right-aligned figures, such as the totals of an invoice. */
export interface PaperSums {
  kind: 'sums';
  caption: string;
  /** Prints the caption. Otherwise only screen readers get it. */
  isTitled?: true;
  lines: readonly { label: string; value: string; isTotal?: true }[];
}

interface PaperNote {
  kind: 'note';
  text: string;
}

export type PaperBlock = PaperTable | PaperSums | PaperNote;

/** A part that starts on a new page: an invoice, a credit note, a statement. */
export interface PaperSheet {
  heading: string;
  /** A status that is printed prominently, such as `Refunded`. */
  mark?: string;
  /** Seller and buyer, side by side. */
  parties: readonly { label: string; lines: readonly string[] }[];
  facts: readonly (readonly [label: string, value: string])[];
  blocks: readonly PaperBlock[];
}

export interface Paper {
  /** Shown in the title bar of PDF readers. */
  title: string;
  siteName: string;
  sheets: readonly PaperSheet[];
}

/** Larger documents are rejected: a page takes 20 ms of CPU. */
export const MOST_ROWS = 3_000;

export const countRows = ({ sheets }: Paper): number =>
  sheets
    .flatMap(({ blocks }) => blocks)
    .reduce((sum, block) => sum + (block.kind === 'table' ? block.rows.length : 1), 0);
