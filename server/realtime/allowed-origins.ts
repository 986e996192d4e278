const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Makes all names of the local machine equal, because people type any of them. */
function normalise(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${loopback.has(hostname) ? 'localhost' : hostname}:${port}`;
}

/**
 * Browsers send a page's true origin. Other programs may send none, but they need a token anyway. Pages of other sites must not
 * use the credentials stored in a browser. Promises I-10.
 */
export function createOriginCheck(urls: readonly string[]): (origin: string | undefined) => boolean {
  const allowed = new Set(urls.map(normalise));
  return (origin) => {
    if (origin === undefined) return true;
    const known = normalise(origin);
    return known !== null && allowed.has(known);
  };
}
