/** What a text says as JSON; text that is none, as words of a gateway or of another hand, stays as it is. */
export function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
