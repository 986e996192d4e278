import { splitGraphemes } from '@contract/base/graphemes';

/** An emoji in the Unicode standard's list, with flags and keycaps. A string, as the compile target lacks the flag `v`. */
const LISTED = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
const STYLE = String.raw`(?:\ufe0e|\ufe0f|\p{Emoji_Modifier})*`;
/** One or more joined pictographs. Needed because keyboards leave out style characters that the standard's list has. */
const PICTURES = new RegExp(
  String.raw`^\p{Extended_Pictographic}${STYLE}(?:\u200d\p{Extended_Pictographic}${STYLE})*$`,
  'u',
);

export function isEmoteOnly(text: string): boolean {
  const graphemes = [...splitGraphemes(text)].map(({ segment }) => segment).filter((segment) => segment.trim() !== '');
  return graphemes.length > 0 && graphemes.every((one) => LISTED.test(one) || PICTURES.test(one));
}
