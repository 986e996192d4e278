import type { ServerResponse } from 'node:http';
import { splitPageTemplate } from './page-template';
import { getNonce } from './security-headers';

/** For pages that are the same for every guest. */
const TTL_MS = 2_000;
/** Bytes of all pages together. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Headers that go with a page; all others are set for each reply, or made by it. */
const CACHED_HEADERS = ['Content-Type', 'Cache-Control', 'Content-Security-Policy'];

/** A page as it was sent, cut wherever its nonce stood. */
export interface CachedPage {
  /** Sends it again, under the nonce of this reply; packed for whom that is welcome. */
  send(response: ServerResponse): Promise<void>;
  /** Whether this is the first time that somebody at this address sees it. */
  isNewTo(address: string): boolean;
}

interface StoredPage extends CachedPage {
  until: number;
  bytes: number;
}

/** Who asks for which page. */
interface Visit {
  /** The same for visits that see the same. */
  key: string;
  address: string;
}

/**
 * Remembers pages for a moment.
 *
 * @param now milliseconds.
 */
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
    // All live equally long: the oldest stand first.
    for (const [oldest, { until }] of pages) {
      if (bytes <= MAX_BYTES && now() < until) break;
      drop(oldest);
    }
  }

  return {
    /**
     * The page as it was rendered under this key a moment ago, or is being rendered now: many who come at once wait for
     * one rendering.
     *
     * @returns undefined when the caller has to render it; what is sent as the answer is kept, if it goes well and is
     * sent whole.
     */
    async claim(visit: Visit, response: ServerResponse): Promise<CachedPage | undefined> {
      const { key } = visit;
      const running = find(key) ? undefined : underWay.get(key);
      // Waits once only: of a page that is not worth keeping each visitor gets their own.
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

/** Calls back right before an answer is ended; with its body, when that was sent whole. */
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
      // Else Next would pack each reply anew.
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
