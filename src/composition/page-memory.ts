import type { ServerResponse } from 'node:http';

/** Milliseconds a page that is the same for every stranger is shown again. */
const keptMs = 2_000;
const maxPages = 300;

interface KeptPage {
  until: number;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Visitors in whose name the API was asked. */
  addresses: Set<string>;
}

const kept = new Map<string, KeptPage>();

/** Who asks for which page. */
interface Visit {
  /** The same for visits that see the same. */
  key: string;
  address: string;
  now?: number;
}

/**
 * Answers with the page that was rendered under this key a moment ago.
 *
 * @returns `none` when the page must be rendered; `first` when this visitor was sent the page of another one.
 */
export function sendKeptPage(
  { key, address, now = Date.now() }: Visit,
  response: ServerResponse,
): 'none' | 'first' | 'again' {
  const page = kept.get(key);
  if (!page || page.until <= now) return 'none';
  response.writeHead(200, page.headers).end(page.body);
  if (page.addresses.has(address)) return 'again';
  page.addresses.add(address);
  return 'first';
}

/** Keeps what is about to be sent as an answer, if it goes well and is sent whole. */
export function keepPage({ key, address, now = Date.now() }: Visit, response: ServerResponse): void {
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.end = (...args: unknown[]) => {
    const [body] = args;
    const isWhole = !response.headersSent && (typeof body === 'string' || Buffer.isBuffer(body));
    if (isWhole && response.statusCode === 200) {
      if (kept.size >= maxPages) kept.clear();
      const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': cacheControlOf(response) };
      kept.set(key, { until: now + keptMs, headers, body, addresses: new Set([address]) });
    }
    return end(...args);
  };
}

/** What Next.js says of the page, which no browser may keep. */
function cacheControlOf(response: ServerResponse): string {
  return String(response.getHeader('Cache-Control') ?? 'private, no-cache, no-store, max-age=0, must-revalidate');
}
