const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The names of one machine for itself count as one: people type either. */
function normalise(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${loopback.has(hostname) ? 'localhost' : hostname}:${port}`;
}

/**
 * Tells whose pages may open a socket. Browsers name the page's origin and do not let it lie; programs without a browser
 * name none and need a token anyway. A page of somebody else's site must not listen in with what a browser holds.
 * Promises I-10.
 *
 * @param urls addresses of this site's own pages.
 */
export function createOriginCheck(urls: readonly string[]): (origin: string | undefined) => boolean {
  const allowed = new Set(urls.map(normalise));
  return (origin) => {
    if (origin === undefined) return true;
    const known = normalise(origin);
    return known !== null && allowed.has(known);
  };
}
