/** The mark by which this page lets its own inline styles and scripts pass; undefined outside of a browser. */
export function readPageNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
}
