import { randomBytes } from 'node:crypto';

/** Not to be guessed, so that nobody can write a gap into a post. */
const mark = randomBytes(16).toString('hex');
const gap = new RegExp(`link:${mark}:(\\w+)/(\\w+);`);

/** JSON that is the same for many viewers, but for the links that are made for each: cut where they go. */
export interface TextWithPlaceholders {
  /** One more than there are gaps. */
  chunks: Buffer[];
  gaps: { fileId: string; variant: string }[];
  /** Of all chunks. */
  byteLength: number;
}

/** Stands for a link in what is written once for all. It has no character that JSON would escape. */
export const placeholderFor = (fileId: string, variant: string): string => `link:${mark}:${fileId}/${variant};`;

/** Cuts a written text at its gaps. */
export function splitAtPlaceholders(text: string): TextWithPlaceholders {
  const chunks: Buffer[] = [];
  const gaps: TextWithPlaceholders['gaps'] = [];
  // Splitting by a pattern with two groups gives text, file, variant, text, file, variant, text.
  const pieces = text.split(gap);
  for (let index = 0; index < pieces.length; index += 3) {
    chunks.push(Buffer.from(pieces[index] ?? ''));
    const [fileId, variant] = [pieces[index + 1], pieces[index + 2]];
    if (fileId !== undefined && variant !== undefined) gaps.push({ fileId, variant });
  }
  return { chunks, gaps, byteLength: chunks.reduce((sum, chunk) => sum + chunk.length, 0) };
}

/** The text as one viewer gets it, in pieces. @param linkTo makes the viewer's own link, of plain ASCII. */
export function fillPlaceholders(
  { chunks, gaps }: TextWithPlaceholders,
  linkTo: (fileId: string, variant: string) => string,
): readonly Buffer[] {
  if (gaps.length === 0) return chunks;
  const pieces: Buffer[] = [];
  for (const [index, chunk] of chunks.entries()) {
    pieces.push(chunk);
    const next = gaps[index];
    if (next) pieces.push(Buffer.from(linkTo(next.fileId, next.variant), 'latin1'));
  }
  return pieces;
}
