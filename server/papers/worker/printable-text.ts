export type HasGlyph = (code: number) => boolean;

/** Printed in place of characters that the fonts lack, such as Chinese. */
const REPLACEMENT = '□';
/** Longer texts are truncated; no name or title is that long. */
const MOST_CHARACTERS = 400;

/** Control characters, and marks that change the text direction: a name must not reverse the amounts beside it. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Makes a text printable: a single line in NFC, with `REPLACEMENT` for missing glyphs. */
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
