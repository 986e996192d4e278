/** Whether a font can print a character. */
export type HasGlyph = (code: number) => boolean;

/** Stands for what the fonts have no picture of, such as Chinese: a box that anybody sees. */
const REPLACEMENT = '□';
/** Longer ones are cut: no name or title is. */
const MOST_CHARACTERS = 400;

/** Controls, and marks that turn the order of what follows: a name must not turn the figures beside it. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A text as it can be printed in one run: one line, composed, with a box for each character that the font lacks. */
export function toPrintable(text: string, hasGlyph: HasGlyph): string {
  const clean = text.normalize('NFC').replace(/\s+/g, ' ').replace(INVISIBLE, '');
  let printable = '';
  let count = 0;
  for (const character of clean) {
    if ((count += 1) > MOST_CHARACTERS) break;
    printable += hasGlyph(character.codePointAt(0) ?? 0) ? character : REPLACEMENT;
  }
  return printable;
}
