import type { ServerResponse } from 'node:http';
import { splitPageTemplate } from './page-template';
import { getNonce } from './security-headers';

/** Lifetime of a cached page, which is the same for every guest. */
const TTL_MS = 2_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Headers that are cached with the page; all others are set for each response. */
const CACHED_HEADERS = ['Content-Type', 'Cache-Control', 'Content-Security-Policy'];

/** A rendered page in which the nonce can be replaced. */
export interface CachedPage {
  /** Sends the page with the nonce of this response, compressed if the client accepts that. */
  send(response: ServerResponse): Promise<void>;
  isNewTo(address: string): boolean;
}

interface StoredPage extends CachedPage {
  until: number;
  bytes: number;
}

interface Visit {
  /** Equal for visits that get the same page. */
  key: string;
  address: string;
}

export function createPageCache(now: () => number = Date.now) {
  const pages = new Map<string, StoredPage>();
  const underWay = new Map<string, Promise<void>>();
  let bytes = 0;

  function find(key: string): StoredPage | undefined {
    const page = pages.get(key);
    return page && now() < page.until ? page : undefined;
  }

  function drop(key: string): void {
    bytes -= pages.get(key)?.bytes ?? 0;
    pages.delete(key);
  }

  function store({ key, address }: Visit, response: ServerResponse, body: Buffer): void {
    drop(key);
    const page = cachePage(response, body, address);
    pages.set(key, { ...page, until: now() + TTL_MS });
    bytes += page.bytes;
    // All pages have the same lifetime, so the first ones are the oldest.
    for (const [oldest, { until }] of pages) {
      if (bytes <= MAX_BYTES && now() < until) break;
      drop(oldest);
    }
  }

  return {
    /**
     * Finds a cached page, or waits while another visit renders it: concurrent visits share one rendering.
     *
     * @returns undefined if the caller must render the page; a complete, cacheable response is then cached
     */
    async claim(visit: Visit, response: ServerResponse): Promise<CachedPage | undefined> {
      const { key } = visit;
      const running = find(key) ? undefined : underWay.get(key);
      // Waits only for one page: if it is not cacheable, each waiting visit renders its own.
      if (running) await running;
      const page = find(key);
      if (page) return page;
      const done = new Promise<void>((resolve) => {
        response.once('close', resolve);
        watchEnd(response, (body) => {
          if (body && isCacheable(response)) store(visit, response, body);
          resolve();
        });
      });
      if (!running) {
        underWay.set(key, done);
        void done.then(() => underWay.delete(key));
      }
      return undefined;
    },
  };
}

/** Calls `onEnd` right before the response ends, with the body if it was sent in one piece. */
function watchEnd(response: ServerResponse, onEnd: (body: Buffer | undefined) => void): void {
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.end = (...args: unknown[]) => {
    const [body] = args;
    const isWhole = !response.headersSent && (typeof body === 'string' || Buffer.isBuffer(body));
    onEnd(isWhole ? Buffer.from(body) : undefined);
    return end(...args);
  };
}

const isCacheable = (response: ServerResponse) => response.statusCode === 200 && !response.hasHeader('Set-Cookie');

function cachePage(response: ServerResponse, body: Buffer, address: string): Omit<StoredPage, 'until'> {
  const nonce = getNonce(response);
  const page = splitPageTemplate(body, nonce);
  const headers = CACHED_HEADERS.map((name) => [name, response.getHeader(name)] as const).filter(
    ([, value]) => typeof value === 'string',
  );
  const addresses = new Set([address]);
  return {
    bytes: body.length,
    async send(again) {
      const mark = getNonce(again);
      for (const [name, value] of headers) again.setHeader(name, String(value).replaceAll(nonce, mark));
      const isPacked = acceptsGzip(again.req.headers['accept-encoding']);
      const bytes = isPacked ? await page.fillPacked(mark) : page.fill(mark);
      // With this header, Next does not compress the response again.
      if (isPacked) again.setHeader('Content-Encoding', 'gzip');
      again.setHeader('Vary', 'Accept-Encoding');
      again.setHeader('Content-Length', bytes.length);
      again.end(bytes);
    },
    isNewTo(visitor) {
      const isNew = !addresses.has(visitor);
      addresses.add(visitor);
      return isNew;
    },
  };
}

const acceptsGzip = (accepted: string | string[] | undefined): boolean =>
  /(^|[\s,])gzip\s*(,|$|;\s*q=(1|0\.0*[1-9]))/.test(String(accepted));
