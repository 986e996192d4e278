/**
 * True while an input method (Japanese, Chinese, Korean …) composes text. WebKit ends the composition before it reports the Enter
 * key that confirms it: only `keyCode` 229 distinguishes that Enter. Source: UI Events, section 7.3.
 */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229;
