import { splitGraphemes } from '@contract/base/graphemes';

/** Those that the standard lists, flags and keycaps among them. The flag `v` is newer than the language that this is compiled to. */
const LISTED = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
/** The style of a picture, or a tone of skin. */
const STYLE = String.raw`(?:\ufe0e|\ufe0f|\p{Emoji_Modifier})*`;
/** A picture, and further ones joined to it: keyboards leave out styles that the standard lists. */
const PICTURES = new RegExp(
  String.raw`^\p{Extended_Pictographic}${STYLE}(?:\u200d\p{Extended_Pictographic}${STYLE})*$`,
  'u',
);

/** Whether a text is nothing but emoji and white space. */
export function isEmoteOnly(text: string): boolean {
  const graphemes = [...splitGraphemes(text)].map(({ segment }) => segment).filter((segment) => segment.trim() !== '');
  return graphemes.length > 0 && graphemes.every((one) => LISTED.test(one) || PICTURES.test(one));
}
