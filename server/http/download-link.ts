import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import type { Actor } from '../access';
import { AppError } from '../errors';
import { readTokenOrCookie, type FindActor } from './authorize-request';
import { redirect } from './media-routes';

interface Seal {
  /** Seconds since 1970. */
  expires: number;
  signature: string;
}

type PathParams = Readonly<Record<string, string>>;

interface Bytes {
  name: string;
  type: string;
  size: number;
  bytes: Readable;
}

/** `link` is a URL of the object store, to which the browser is redirected. */
type Download = Bytes | { link: string };

/** @param open checks the link and, if the request has a session, its account */
export function registerDownload(
  http: FastifyInstance,
  path: string,
  {
    findActor,
    open,
  }: { findActor: FindActor; open(params: PathParams, seal: Seal, actor: Actor | null): Promise<Download> },
): void {
  http.get<{ Params: PathParams; Querystring: Record<string, unknown> }>(
    path,
    // A HEAD request would generate or read the whole file.
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const seal = readSeal(request.query);
      const token = readTokenOrCookie(request);
      const actor = token === null ? null : await findActor(token, request.ip);
      const download = await open(request.params, seal, actor);
      return 'link' in download ? redirect(reply, download.link) : sendDownload(reply, download);
    },
  );
}

/** @throws AppError FORBIDDEN if a parameter is missing or malformed */
function readSeal({ e, s }: Record<string, unknown>): Seal {
  if (typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,12}$/.test(e)) throw new AppError('FORBIDDEN');
  return { expires: Number(e), signature: s };
}

const sendDownload = (reply: FastifyReply, { name, type, size, bytes }: Bytes): FastifyReply =>
  reply
    .headers({
      'content-type': type,
      'content-length': size,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(bytes);
