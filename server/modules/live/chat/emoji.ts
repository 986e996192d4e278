import { splitGraphemes } from '@contract/base/graphemes';

/** Those that the standard lists, flags and keycaps among them. The flag `v` is newer than the language that this is compiled to. */
const LISTED = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
/** A picture with what may go with it: its style, a tone of skin, further pictures joined to it. Keyboards leave out styles. */
const PICTURES =
  /^\p{Extended_Pictographic}[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]*(?:\u200d\p{Extended_Pictographic}[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]*)*$/u;

/** Whether a text is nothing but emoji and white space. */
export function isEmoteOnly(text: string): boolean {
  const graphemes = [...splitGraphemes(text)].map(({ segment }) => segment).filter((segment) => segment.trim() !== '');
  return graphemes.length > 0 && graphemes.every((one) => LISTED.test(one) || PICTURES.test(one));
}
