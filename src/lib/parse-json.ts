/** Returns text that is not JSON as it is, for example a gateway's error page. */
export function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
