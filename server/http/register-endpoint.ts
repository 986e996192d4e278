import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { routes } from '@contract/index';
import { schemas, type EndpointName, type EndpointPart, type EndpointReply } from '@contract/schemas';
import type { EndpointSchema, Route } from '@contract/base/define';
import type { Actor } from '../access';
import { AppError } from '../errors';
import { authorizeRequest } from './authorize-request';
import { MAX_KEY_LENGTH } from './describe-calls';
import { getTurnCaller } from './call-turns';
import { isTimedOut, setInLine } from './connection/call-limit';
import { cleanInput } from './sanitize-input';
import { refuse, validationBody } from './error-handler';
import type { EndpointContext } from './endpoint-context';
import type { UploadedFile } from './multipart-upload';
import { asksOthers, hasSearchWords, type RateClass } from './rate-limits';
import { receiveFiles } from './receive-files';

type AccessOf<N extends EndpointName> = (typeof routes)[N]['access'];

export interface Call<N extends EndpointName> {
  actor: AccessOf<N> extends 'public' | 'optional' ? Actor | null : Actor;
  params: EndpointPart<N, 'params'>;
  query: EndpointPart<N, 'query'>;
  body: EndpointPart<N, 'body'>;
  files: Record<string, UploadedFile>;
  /** The `Idempotency-Key` header, for requests that move money. */
  key: string | undefined;
  /** The `If-Match` header of an edit: the revision that the client saw. */
  revision: number | undefined;
  token: string | null;
  ip: string;
  /** Two letters; null if unknown. */
  country: string | null;
  userAgent: string;
}

export interface Binding {
  name: EndpointName;
  handle(call: Call<EndpointName>): Promise<unknown>;
}

/** @param handle returns `data` of the envelope, or undefined if the endpoint has none */
export function bind<N extends EndpointName>(name: N, handle: (call: Call<N>) => Promise<EndpointReply<N>>): Binding {
  return { name, handle: handle };
}

/**
 * Steps: authorize, read and validate, wait in the queue, handle, serialize. Keys that the response schema does not define are
 * dropped.
 */
export function registerEndpoint(app: FastifyInstance, binding: Binding, context: EndpointContext): void {
  const route: Route<EndpointName> = routes[binding.name];
  const schema: EndpointSchema = schemas[binding.name];
  const spellings = [
    { method: route.method as string, url: route.path, hide: false },
    ...(route.aliases ?? []).map(readAlias),
  ];
  for (const { method, url, hide } of spellings) {
    app.route({
      method,
      url,
      schema: {
        ...(schema.params && { params: schema.params }),
        ...(schema.query && { querystring: schema.query }),
        ...(schema.body && !route.upload && { body: schema.body }),
        response: { 200: z.object({ status: z.literal(0), data: schema.data.optional() }) },
        hide,
      },
      config: {
        endpoint: binding.name,
        limitMs: route.upload || route.acceptsForm ? context.limits.uploadMs : context.limits.callMs,
      },
      // Runs before the body is read, so that rejected requests cost as little as possible.
      onRequest: async (request) => {
        if (request.url.includes('%')) request.params = cleanInput(request.params);
        await authorizeRequest(request, route, context);
      },
      preValidation: async (request) => {
        if (route.acceptsForm && request.isMultipart()) {
          const { fields, discard } = await receiveFiles(request, {}, context);
          await discard();
          request.body = fields;
        }
        // Treats a missing body as an empty one: compatible clients send either. A DELETE may have its fields in the query.
        // Wire contract 6.
        if (schema.body && !route.upload && (request.body === undefined || request.body === null)) {
          request.body = method === 'DELETE' ? { ...(request.query as Record<string, unknown>) } : {};
        }
      },
      handler: async (request, reply) => {
        try {
          return await answer(request, reply, { binding, route, schema, context });
        } catch (error) {
          if (!isTimedOut(request)) throw error;
          request.log.warn({ err: error }, 'request failed after its timeout response');
          return reply;
        }
      },
    });
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    binding,
    route,
    schema,
    context,
  }: { binding: Binding; route: Route; schema: EndpointSchema; context: EndpointContext },
): Promise<unknown> {
  const upload =
    route.upload && request.isMultipart()
      ? await receiveFiles(request, { files: schema.files, captcha: route.captcha }, context)
      : undefined;
  try {
    let body: unknown = request.body;
    if (route.upload) {
      if (!upload && Object.values(schema.files ?? {}).some((field) => field.required)) throw new AppError('NO_FILE');
      const parsed = schema.body?.safeParse(upload ? upload.fields : (request.body ?? {}));
      if (parsed && !parsed.success) return await refuse(request, reply, validationBody(parsed.error.issues));
      body = parsed?.data;
    }
    if (route.captcha && !upload?.isProven) {
      const solved = (body as { captcha?: string } | undefined)?.captcha;
      await context.verifyCaptcha(route.captcha, solved, request.ip, context.consumeRateLimit);
    }
    // The client has received a timeout response and will retry.
    if (isTimedOut(request)) return reply;
    const call = toCall(request, route, { body, files: upload?.files ?? {} });
    const handle = () => binding.handle(call);
    const { actor, rateClass } = request.call;
    const runInTurn = upload ? undefined : getTurns(request, route, body, context);
    // Writes are completed even if the caller has disconnected. Reads are dropped, and so is a guest's login, which can be
    // repeated.
    const isDropped = rateClass === 'read' || rateClass === 'search' || (rateClass === 'login' && !actor);
    const isWanted = () => !isTimedOut(request) && !(isDropped && reply.raw.destroyed);
    const begin = async () => {
      setInLine(request, false);
      return isWanted() ? handle() : ABANDONED;
    };
    if (runInTurn) setInLine(request, true);
    const data = runInTurn ? await runInTurn(getTurnCaller(actor?.id, request.ip), begin) : await handle();
    if (isTimedOut(request) || data === ABANDONED) return reply;
    void reply.header('cache-control', route.maxAge ? `public, max-age=${route.maxAge}` : 'private, no-store');
    return await reply.status(200).send({ status: 0, data });
  } finally {
    await upload?.discard();
  }
}

function toCall(
  request: FastifyRequest,
  route: Route,
  { body, files }: { body: unknown; files: Record<string, UploadedFile> },
): Call<EndpointName> {
  const { actor, token } = request.call;
  const key = readIdempotencyKey(request);
  // Not truncated: two long keys might then be equal, and the second request would not be carried out.
  if (route.idempotent && key && key.length > MAX_KEY_LENGTH) throw new AppError('VALIDATION_FAILED');
  return {
    actor,
    token,
    params: request.params,
    query: request.query,
    body,
    files,
    key: route.idempotent ? key : undefined,
    revision: route.revised ? readRevision(request.headers['if-match']) : undefined,
    ip: request.ip,
    country: request.call.country,
    userAgent: request.headers['user-agent'] ?? '',
  } as Call<EndpointName>;
}

function getTurns(request: FastifyRequest, route: Route, body: unknown, context: EndpointContext) {
  const { rateClass } = request.call;
  const isSearch = hasSearchWords(request.query) || (rateClass === 'search' && hasSearchWords(body));
  const device = (body as { device?: string } | undefined)?.device;
  const findOwner = device === undefined ? undefined : () => context.findOwner(body as object);
  const kind = { isSearch, asksOthers: asksOthers(route), findOwner };
  return context.getTurns(rateClass, kind);
}

/** Returned instead of a response if the caller has disconnected. */
const ABANDONED = Symbol('abandoned');

export function readIdempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { 'idempotency-key': header } = headers;
  return typeof header === 'string' && header !== '' ? header : undefined;
}

/** @throws AppError VALIDATION_FAILED for an invalid header, because its sender relies on it */
function readRevision(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const [, digits] = /^"(\d{1,9})"$/.exec(header) ?? [];
  if (digits === undefined)
    throw new AppError('VALIDATION_FAILED', { message: 'If-Match: must be a revision in quotes, such as "3"' });
  return Number(digits);
}

function readAlias(alias: string): { method: string; url: string; hide: boolean } {
  const [method = 'GET', url = '/'] = alias.split(' ');
  return { method, url, hide: true };
}

declare module 'fastify' {
  interface FastifyRequest {
    call: { token: string | null; actor: Actor | null; ip: string; country: string | null; rateClass: RateClass };
  }
  interface FastifyContextConfig {
    endpoint?: EndpointName;
  }
}
