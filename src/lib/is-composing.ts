/**
 * Whether a key belongs to an input method (Japanese, Chinese, Korean …) that is still putting letters together. WebKit
 * ends the composition before it reports the key that ended it: only `keyCode` 229 tells that Enter from one that sends.
 * Source: UI Events, section 7.3.
 */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229;
