/** Returns text that is not JSON unchanged, for example a gateway's error page. */
export function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
