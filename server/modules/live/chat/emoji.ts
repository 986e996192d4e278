import { splitGraphemes } from '@contract/base/graphemes';

/** Emoji listed in the standard, including flags and keycaps. A string, because the compile target lacks the flag `v`. */
const LISTED = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
const STYLE = String.raw`(?:\ufe0e|\ufe0f|\p{Emoji_Modifier})*`;
/** One or more joined pictographs. Keyboards leave out styles that the standard lists. */
const PICTURES = new RegExp(
  String.raw`^\p{Extended_Pictographic}${STYLE}(?:\u200d\p{Extended_Pictographic}${STYLE})*$`,
  'u',
);

export function isEmoteOnly(text: string): boolean {
  const graphemes = [...splitGraphemes(text)].map(({ segment }) => segment).filter((segment) => segment.trim() !== '');
  return graphemes.length > 0 && graphemes.every((one) => LISTED.test(one) || PICTURES.test(one));
}
