/** A column of a table; widths are shares of the page. */
export interface PaperColumn {
  label: string;
  share: number;
  /** Numbers stand right, so that their digits stand below each other. */
  isNumber?: true;
}

/** Plain texts, whoever wrote them: nothing in them is markup. */
export type PaperRow = readonly string[];

export interface PaperTable {
  kind: 'table';
  caption: string;
  columns: readonly PaperColumn[];
  rows: readonly PaperRow[];
}

/** Labels and figures at the right, as below the lines of an invoice. */
export interface PaperSums {
  kind: 'sums';
  caption: string;
  /** Prints the caption, too; readers of the screen have it always. */
  isTitled?: true;
  lines: readonly { label: string; value: string; isTotal?: true }[];
}

/** A sentence below a table. */
interface PaperNote {
  kind: 'note';
  text: string;
}

export type PaperBlock = PaperTable | PaperSums | PaperNote;

/** Begins on a page of its own: an invoice, the credit note that took it back, a statement. */
export interface PaperSheet {
  heading: string;
  /** Of a state that nobody may overlook: `Refunded`. */
  mark?: string;
  /** From and for, side by side: a label and lines. */
  parties: readonly { label: string; lines: readonly string[] }[];
  facts: readonly (readonly [label: string, value: string])[];
  blocks: readonly PaperBlock[];
}

/** A document as it is printed. */
export interface Paper {
  /** As the window of a reader says it. */
  title: string;
  /** At the top of each sheet. */
  siteName: string;
  sheets: readonly PaperSheet[];
}

/** More are not printed: a page costs a processor 20 ms, and nobody reads hundreds of them. */
export const MOST_ROWS = 3_000;

export const countRows = ({ sheets }: Paper): number =>
  sheets
    .flatMap(({ blocks }) => blocks)
    .reduce((sum, block) => sum + (block.kind === 'table' ? block.rows.length : 1), 0);
