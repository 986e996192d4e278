import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import type { Paper } from '../paper';
import { toPrintable, type HasGlyph } from './printable-text';

type Doc = InstanceType<typeof PDFDocument>;

const { resolve } = createRequire(import.meta.url);
/** Each file covers Latin, Greek, Cyrillic and more, and is licensed for embedding. */
const fontFiles = {
  regular: resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
};
type Weight = keyof typeof fontFiles;

export function registerFonts(doc: Doc): void {
  for (const [weight, file] of Object.entries(fontFiles)) doc.registerFont(weight, file);
}

const MARGIN = 54;
const FOOT = 64;
export const GAP = 10;
export const ink = { text: '#1c1917', muted: '#57534e', line: '#d6d3d1', rule: '#1c1917', mark: '#9a3412' } as const;
export const sizes = { small: 8, text: 9.5, heading: 20 } as const;

export interface TextStyle {
  width: number;
  size?: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
  maxLines?: number;
  /** Shrinks the text to fit instead of truncating it: a truncated amount would be a wrong amount. */
  isWhole?: boolean;
}

export interface Press {
  doc: Doc;
  y: number;
  readonly left: number;
  width: number;
  newPage(): void;
  /** Starts a new page if less than `height` is left. @returns true if it did */
  makeRoom(height: number): boolean;
  write(text: string, x: number, y: number, style: TextStyle): void;
  measure(text: string, style: TextStyle): number;
  /** A horizontal line, hidden from screen readers. */
  rule(y: number, color: string, from?: number): void;
}

export function createPress(doc: Doc, { title, siteName }: Paper): Press {
  let page = 0;
  const fonts = createFonts(doc);
  const press: Press = {
    doc,
    y: MARGIN,
    left: MARGIN,
    width: 0,
    newPage() {
      doc.addPage();
      fonts.forget();
      page += 1;
      press.y = MARGIN;
      press.width = doc.page.width - 2 * MARGIN;
      doc.markContent('Artifact', { type: 'Pagination' });
      const y = doc.page.height - FOOT + 24;
      const small = { width: press.width, size: sizes.small, color: ink.muted } as const;
      press.write(`${siteName} · ${title}`, press.left, y, { ...small, width: press.width - 60, maxLines: 1 });
      press.write(`Page ${page}`, press.left, y, { ...small, align: 'right' });
      doc.endMarkedContent();
    },
    makeRoom(height) {
      if (press.y + height <= doc.page.height - FOOT) return false;
      press.newPage();
      return true;
    },
    write(text, x, y, given) {
      const printable = toPrintable(text, fonts.set(given));
      if (given.isWhole) {
        const share = given.width / doc.widthOfString(printable);
        if (share < 1) fonts.set({ ...given, size: (given.size ?? sizes.text) * share * 0.99 });
      }
      const lines = breakLines(doc, printable, given);
      doc.fillColor(given.color ?? ink.text);
      for (const [index, line] of lines.entries()) {
        const offset = given.align === 'right' ? given.width - doc.widthOfString(line) : 0;
        doc.text(line, x + offset, y + index * getLineHeight(given), { lineBreak: false });
      }
    },
    measure(text, given) {
      return breakLines(doc, toPrintable(text, fonts.set(given)), given).length * getLineHeight(given);
    },
    rule(y, color, from = press.left) {
      doc.markContent('Artifact', { type: 'Layout' });
      doc
        .moveTo(from, y)
        .lineTo(press.left + press.width, y)
        .lineWidth(0.6)
        .strokeColor(color)
        .stroke();
      doc.endMarkedContent();
    },
  };
  return press;
}

const getLineHeight = ({ size = sizes.text }: TextStyle): number => size * 1.35;

/** Sets the font only if it changes. */
function createFonts(doc: Doc) {
  let current = '';
  const glyphs = new Map<Weight, HasGlyph>();
  return {
    set({ size = sizes.text, weight = 'regular' }: TextStyle): HasGlyph {
      if (current !== `${weight} ${size}`) doc.font(weight).fontSize(size);
      current = `${weight} ${size}`;
      const known = glyphs.get(weight);
      if (known) return known;
      // The parsed font; missing from pdfkit's types.
      const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint: HasGlyph } } })._font;
      const hasGlyph: HasGlyph = (code) => font.hasGlyphForCodePoint(code);
      glyphs.set(weight, hasGlyph);
      return hasGlyph;
    },

    forget(): void {
      current = '';
    },
  };
}

/** Breaks at spaces, and within words that do not fit on a line. If text is left over, the last line ends in `…`. */
function breakLines(doc: Doc, text: string, { width, maxLines = 1 }: TextStyle): string[] {
  const fits = (line: string) => doc.widthOfString(line) <= width;
  if (fits(text)) return [text];
  const lines: string[] = [];
  let rest = text;
  while (rest !== '' && lines.length < maxLines) {
    const isLast = lines.length === maxLines - 1;
    if (fits(rest)) {
      lines.push(rest);
      return lines;
    }
    const characters = Array.from(rest);
    let low = 1;
    let high = characters.length;
    const end = isLast ? '…' : '';
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (fits(characters.slice(0, middle).join('') + end)) low = middle;
      else high = middle - 1;
    }
    const head = characters.slice(0, low).join('');
    const space = isLast ? -1 : head.lastIndexOf(' ');
    const line = space > 0 ? head.slice(0, space) : head;
    lines.push(line.trimEnd() + end);
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}
