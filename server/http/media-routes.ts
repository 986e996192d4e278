import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Actor } from '../access';
import { admitCaller, readSignedLink, type LinkCallers, type SignedLink } from './signed-link';

/** A file as the media service returns it. Declared here, because this layer does not import modules. */
interface Opened {
  mimeType: string;
  size: number;
  etag: string;
  caching: 'for ever' | 'for a moment' | 'never';
  downloadName: string | null;
  open(range?: { start: number; end: number }): Promise<Readable>;
  sign(headers: { disposition: string; cacheControl: string }): Promise<string | null>;
}

interface MediaRoutesContext extends LinkCallers {
  openMedia(request: {
    fileId: string;
    variant: string;
    link: SignedLink | null;
    findActor(): Promise<Actor | null>;
    country: string | null;
  }): Promise<Opened>;
  /** True if scripts send the session along, although web app and API have different origins. */
  needsSession: boolean;
}

interface MediaAddress {
  Params: { fileId: string; variant: string };
  Querystring: Record<string, unknown>;
}

/** Serves public files, and others by signed link. Supports ranges, so that players can seek. Promises A-2, A-5, F-1. */
export function registerMediaRoutes(http: FastifyInstance, context: MediaRoutesContext): void {
  const method = ['GET', 'HEAD'];
  const schema = { hide: true };
  http.route<MediaAddress>({
    method,
    schema,
    url: '/media/public/:fileId/:variant',
    handler: async (request, reply) => {
      const caller = await admitCaller(request, context);
      return send(request, reply, context, await context.openMedia({ ...request.params, link: null, ...caller }));
    },
  });
  http.route<MediaAddress>({
    method,
    schema,
    url: '/media/:fileId/:variant',
    handler: async (request, reply) => {
      const link = readSignedLink(request.query);
      const caller = await admitCaller(request, context);
      return send(request, reply, context, await context.openMedia({ ...request.params, link, ...caller }));
    },
  });
}

const cacheControl = {
  'for ever': 'public, max-age=31536000, immutable',
  // Added to the time that access checks are cached, this stays below the minute of promise A-4.
  'for a moment': 'private, max-age=40',
  never: 'private, no-store',
} as const;

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { needsSession }: Pick<MediaRoutesContext, 'needsSession'>,
  media: Opened,
): Promise<FastifyReply> {
  const headers = { disposition: disposition(media.downloadName), cacheControl: cacheControl[media.caching] };
  void reply.headers({
    'content-type': media.mimeType,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
    'content-disposition': headers.disposition,
    'cache-control': headers.cacheControl,
    etag: media.etag,
  });
  if (request.headers['if-none-match'] === media.etag) return reply.status(304).send();
  // Browsers let no script follow a redirect to a bucket if it sends its session.
  const isFollowed = request.method === 'GET' && (request.headers.origin === undefined || !needsSession);
  const link = isFollowed ? await media.sign(headers) : null;
  if (link !== null) return redirect(reply, link);
  const isSame = (request.headers['if-range'] ?? media.etag) === media.etag;
  const range = isSame ? readRange(request.headers.range, media.size) : null;
  if (range === 'unsatisfiable') {
    return reply
      .status(416)
      .header('content-range', `bytes */${media.size}`)
      .header('cache-control', 'no-store')
      .send();
  }
  if (range) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${media.size}`);
  void reply.header('content-length', range ? range.end - range.start + 1 : media.size);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await media.open(range ?? undefined));
}

/** Not kept by anything on the way: the next request is checked again. */
export const redirect = (reply: FastifyReply, link: string): FastifyReply =>
  reply
    .removeHeader('etag')
    .removeHeader('content-type')
    .removeHeader('content-disposition')
    .header('cache-control', 'private, no-store')
    .redirect(link, 302);

/** Documents and product files are downloaded, because they must not be rendered on our origin. */
function disposition(downloadName: string | null): string {
  if (downloadName === null) return 'inline';
  const plain = downloadName.replaceAll(/[^\w.\- ]/g, '_');
  const encoded = encodeURIComponent(downloadName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Both inclusive. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * @returns null to send the whole file: without a header, with another unit, with several ranges (which a server may ignore),
 * or with an invalid range; `unsatisfiable` if the range begins after the end. RFC 9110 section 14.
 */
function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return 'unsatisfiable';
  return end < start ? null : { start, end };
}
