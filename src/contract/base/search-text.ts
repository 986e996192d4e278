declare const hasBeenRead: unique symbol;

/** A text to search for that has words. Only `hasWords` makes one, so that no call searches for signs and gets everything. */
export type SearchText = string & { readonly [hasBeenRead]: true };

/** Words of a search: runs of letters and digits of any script, without their apostrophes. Wire contract 1.5. */
export const splitWords = (text: string): string[] =>
  text
    .normalize('NFC')
    .replaceAll(/['’ʼ`´]/g, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a search for a text looks for anything: a text of signs only would be no filter at all. */
export const hasWords = (text: string): text is SearchText => splitWords(text).length > 0;
