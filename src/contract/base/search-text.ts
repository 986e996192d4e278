declare const hasBeenRead: unique symbol;

/** A search text that contains words. Only `hasWords` creates it: a search for mere punctuation would find everything. */
export type SearchText = string & { readonly [hasBeenRead]: true };

/** Runs of letters and digits of any script, without apostrophes. Wire contract 1.5. */
export const splitWords = (text: string): string[] =>
  text
    .normalize('NFC')
    .replaceAll(/['’ʼ`´]/g, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** False for a text of punctuation or symbols only, which would not filter at all. */
export const hasWords = (text: string): text is SearchText => splitWords(text).length > 0;
