import PDFDocument from 'pdfkit';
import type { Paper, PaperColumn, PaperRow, PaperSheet, PaperSums, PaperTable } from '../paper';
import { createPress, GAP, ink, registerFonts, sizes, type Press, type TextStyle } from './press';

/** Prints a document as a tagged PDF, so that screen readers find headings, tables and header cells. */
export async function renderPaper(paper: Paper): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    // Tags the document as PDF/UA; pdfkit's types lack this value.
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    autoFirstPage: false,
    info: { Title: paper.title, Author: paper.siteName, Creator: paper.siteName, Producer: 'pdfkit' },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((fulfil, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => fulfil(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  registerFonts(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const press = createPress(doc, paper);
  for (const sheet of paper.sheets) printSheet(press, root, sheet);
  root.end();
  doc.end();
  return done;
}

type Parent = PDFKit.PDFStructureElement;

function printSheet(press: Press, root: Parent, sheet: PaperSheet): void {
  const { doc } = press;
  press.newPage();
  const part = doc.struct('Sect');
  root.add(part);
  printHead(press, part, sheet);
  printParties(press, part, sheet);
  for (const block of sheet.blocks) {
    if (block.kind === 'table') printTable(press, part, block);
    else if (block.kind === 'sums') printSums(press, part, block);
    else printNote(press, part, block.text);
  }
  part.end();
}

const tag = ({ doc }: Press, parent: Parent, type: string, print: () => void): void => {
  parent.add(doc.struct(type, {}, print));
};

function printHead(press: Press, part: Parent, { heading, mark, facts }: PaperSheet): void {
  const half = press.width / 2;
  tag(press, part, 'H1', () =>
    press.write(heading, press.left, press.y, { width: half, size: sizes.heading, weight: 'bold', maxLines: 2 }),
  );
  if (mark)
    tag(press, part, 'P', () =>
      press.write(mark, press.left, press.y + 28, { width: half, weight: 'bold', color: ink.mark }),
    );
  const list = press.doc.struct('Table', { title: 'Details' });
  part.add(list);
  let y = press.y + 4;
  const label = press.left + half;
  const labelWidth = 84;
  for (const [name, value] of facts) {
    const row = press.doc.struct('TR');
    list.add(row);
    const style = { width: half - labelWidth, align: 'right', maxLines: 2 } as const;
    tag(press, row, 'TH', () => press.write(name, label, y, { width: labelWidth, color: ink.muted }));
    tag(press, row, 'TD', () => press.write(value, label + labelWidth, y, style));
    row.end();
    y += Math.max(15, press.measure(value, style) + 2);
  }
  list.end();
  press.y = Math.max(y, press.y + (mark ? 46 : 32)) + 14;
}

function printParties(press: Press, part: Parent, { parties }: PaperSheet): void {
  const width = (press.width - GAP * (parties.length - 1)) / Math.max(1, parties.length);
  const top = press.y;
  let bottom = top;
  for (const [index, { label, lines }] of parties.entries()) {
    const x = press.left + index * (width + GAP);
    let y = top;
    tag(press, part, 'P', () => press.write(label, x, y, { width, size: sizes.small, color: ink.muted }));
    y += 13;
    for (const [at, line] of lines.entries()) {
      const style = { width, maxLines: 3, weight: at === 0 ? 'bold' : 'regular' } as const;
      tag(press, part, 'P', () => press.write(line, x, y, style));
      y += press.measure(line, style) + 1;
    }
    bottom = Math.max(bottom, y);
  }
  press.y = bottom + 18;
}

function placeColumns(press: Press, columns: readonly PaperColumn[]): { x: number; width: number }[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const room = press.width - GAP * (columns.length - 1);
  let x = press.left;
  return columns.map(({ share }) => {
    const place = { x, width: (room * share) / shares };
    x += place.width + GAP;
    return place;
  });
}

function printCaption(press: Press, part: Parent, caption: string): void {
  tag(press, part, 'H2', () =>
    press.write(caption, press.left, press.y, { width: press.width, weight: 'bold', size: 11 }),
  );
  press.y += 20;
}

function printTable(press: Press, part: Parent, { caption, columns, rows }: PaperTable): void {
  const { doc } = press;
  const places = placeColumns(press, columns);
  const styles = columns.map(({ isNumber }, at): TextStyle => {
    return { width: places[at]!.width, ...(isNumber ? { align: 'right', isWhole: true } : { maxLines: 2 }) };
  });
  press.makeRoom(70);
  printCaption(press, part, caption);
  const table = doc.struct('Table', { title: caption });
  part.add(table);
  const printRow = (cells: PaperRow, type: 'TH' | 'TD'): void => {
    const style = type === 'TH' ? { color: ink.muted, size: sizes.small, maxLines: 1 } : {};
    const row = doc.struct('TR');
    table.add(row);
    for (const [at, cell] of cells.entries()) {
      const place = places[at]!;
      tag(press, row, type, () => press.write(cell, place.x, press.y, { ...styles[at]!, ...style }));
    }
    row.end();
  };
  const printHeader = (): void => {
    printRow(
      columns.map(({ label }) => label),
      'TH',
    );
    press.y += 13;
    press.rule(press.y, ink.rule);
    press.y += 5;
  };
  printHeader();
  for (const cells of rows) {
    const height = Math.max(...cells.map((cell, at) => press.measure(cell, styles[at]!)));
    if (press.makeRoom(height + 8)) printHeader();
    printRow(cells, 'TD');
    press.y += height + 3;
    press.rule(press.y, ink.line);
    press.y += 4;
  }
  table.end();
  press.y += 8;
}

function printSums(press: Press, part: Parent, { caption, isTitled, lines }: PaperSums): void {
  const { doc } = press;
  press.makeRoom(lines.length * 18 + 30);
  if (isTitled) printCaption(press, part, caption);
  const left = press.left + press.width * 0.45;
  const width = press.width * 0.55;
  const table = doc.struct('Table', { title: caption });
  part.add(table);
  for (const { label, value, isTotal } of lines) {
    press.makeRoom(24);
    if (isTotal) {
      press.rule(press.y, ink.rule, left);
      press.y += 6;
    }
    const style = { weight: isTotal ? 'bold' : 'regular', size: isTotal ? 11 : sizes.text } as const;
    const row = doc.struct('TR');
    table.add(row);
    tag(press, row, 'TH', () => press.write(label, left, press.y, { width: width * 0.68, ...style }));
    tag(press, row, 'TD', () =>
      press.write(value, left + width * 0.68, press.y, {
        width: width * 0.32,
        align: 'right',
        isWhole: true,
        ...style,
      }),
    );
    row.end();
    press.y += isTotal ? 20 : 16;
  }
  table.end();
  press.y += 12;
}

function printNote(press: Press, part: Parent, text: string): void {
  const style = { width: press.width, maxLines: 6, color: ink.muted } as const;
  const height = press.measure(text, style);
  press.makeRoom(height + 6);
  tag(press, part, 'P', () => press.write(text, press.left, press.y, style));
  press.y += height + 8;
}
