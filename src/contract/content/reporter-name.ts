interface Person {
  name: string;
  username: string | null;
}

const escape = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
const simplify = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();

/** As whole words. A name of one word only as it is written: “May” is a name, “may” is not. */
function isIn(text: string, name: string, isUsername: boolean): boolean {
  const wanted = simplify(name);
  if (wanted === '') return false;
  const flags = isUsername || wanted.includes(' ') ? 'iu' : 'u';
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escape(wanted)}(?![\\p{L}\\p{N}_])`, flags).test(simplify(text));
}

/**
 * Finds the name or username of an account that reported something in a text that others will read: accounts that report are
 * promised that nobody says who they are.
 *
 * @returns null if none is named
 */
export function findReporterName(text: string, reporters: readonly (Person | null)[]): string | null {
  for (const reporter of reporters) {
    if (!reporter) continue;
    if (isIn(text, reporter.name, false)) return reporter.name;
    if (reporter.username !== null && isIn(text, reporter.username, true)) return reporter.username;
  }
  return null;
}

export const toReporterNamedText = (name: string): string =>
  `This names “${name}”, who reported it. We promise never to say who did. Take the name out.`;
