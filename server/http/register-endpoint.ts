import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { routes } from '@contract/index';
import { schemas, type EndpointName, type EndpointPart, type EndpointReply } from '@contract/schemas';
import type { CaptchaForm, EndpointSchema, Route } from '@contract/base/define';
import type { Actor } from '../access';
import { AppError } from '../errors';
import { toNetworkKey } from '../lib/ip-network';
import { authorizeRequest, type AdmitContext } from './authorize-request';
import { isTimedOut } from './connection/call-limit';
import { cleanInput } from './sanitize-input';
import { refuse, validationBody } from './error-handler';
import type { RunInTurn } from './call-turns';
import { hasSearchWords, type ConsumeRateLimit, type RateClass } from './rate-limits';
import type { UploadBudget } from './upload-budget';
import { maxBodyBytes, receiveUpload, type Upload, type UploadedFile } from './multipart-upload';

type AccessOf<N extends EndpointName> = (typeof routes)[N]['access'];

/** What a handler gets of one call. Everything in it was checked against the contract. */
export interface Call<N extends EndpointName> {
  actor: AccessOf<N> extends 'public' | 'optional' ? Actor | null : Actor;
  params: EndpointPart<N, 'params'>;
  query: EndpointPart<N, 'query'>;
  body: EndpointPart<N, 'body'>;
  /** Uploaded files by field; empty for calls without uploads. */
  files: Record<string, UploadedFile>;
  /** The `Idempotency-Key` header, for calls that move money. */
  key: string | undefined;
  /** The `If-Match` header, for calls that edit a record: the revision that the caller saw. */
  revision: number | undefined;
  /** The raw token, for calls that end a session. */
  token: string | null;
  ip: string;
  /** Two letters; null when it cannot be told. */
  country: string | null;
  userAgent: string;
}

/** One endpoint tied to the code that answers it. */
export interface Binding {
  name: EndpointName;
  handle(call: Call<EndpointName>): Promise<unknown>;
}

/**
 * Ties an endpoint of the contract to a handler with its exact types.
 *
 * @param handle returns the value of the envelope's `data`, or undefined where the call has none; hot calls may return
 * the whole reply as it goes out.
 */
export function bind<N extends EndpointName>(name: N, handle: (call: Call<N>) => Promise<EndpointReply<N>>): Binding {
  return { name, handle: handle };
}

/** Characters of an `Idempotency-Key`. */
const LONGEST_KEY = 200;

/** Milliseconds. Promises R-10. */
interface CallLimits {
  /** From the first byte of a call to the first of its answer. */
  callMs: number;
  /** The same for calls that take files. */
  uploadMs: number;
  /** How long an upload may hardly move. */
  stallMs: number;
}

export interface EndpointContext extends AdmitContext {
  /** Refuses who did not solve the captcha, for forms that ask for one. */
  verifyCaptcha(
    form: CaptchaForm,
    token: string | undefined,
    ip: string,
    consumeRateLimit: ConsumeRateLimit,
  ): Promise<void>;
  /** Whether the site guards a form. */
  needsCaptcha(form: CaptchaForm): Promise<boolean>;
  limits: CallLimits;
  uploadBudget: UploadBudget;
  /** Counts what somebody uploads. @throws AppError UPLOAD_QUOTA */
  takeUploadBytes(caller: string, bytes: number): Promise<void>;
  /** Where uploads lie until they are kept. */
  tmpDir: string;
  /** Turns at calls of a class; undefined where nobody waits. */
  getTurns(rateClass: RateClass, options: { isSlow: boolean }): RunInTurn | undefined;
}

/**
 * Serves one endpoint: rate limit → authenticate → access → validate → handler → serialise. The reply's schema filters
 * what goes out, so nothing leaves that the contract does not name.
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
      // Before the body is read: nothing is done for a caller who may not call, or calls too often.
      onRequest: async (request) => {
        if (request.url.includes('%')) request.params = cleanInput(request.params);
        await authorizeRequest(request, route, context);
      },
      preValidation: async (request) => {
        if (route.acceptsForm && request.isMultipart()) {
          const { fields, discard } = await receive(request, {}, context);
          await discard();
          request.body = fields;
        }
        // A call without a body is the same as one with an empty body: clients of this family send either. A DELETE may
        // carry its fields in the query instead. Wire contract 6.
        if (schema.body && !route.upload && (request.body === undefined || request.body === null)) {
          request.body = method === 'DELETE' ? { ...(request.query as Record<string, unknown>) } : {};
        }
      },
      handler: async (request, reply) => {
        try {
          return await answer(request, reply, { binding, route, schema, context });
        } catch (error) {
          if (!isTimedOut(request)) throw error;
          request.log.warn({ err: error }, 'ended in vain after its answer');
          return reply;
        }
      },
    });
  }
}

/** Bytes that are taken from a day's quota at a time, where nobody said how many there will be. */
const QUOTA_STEP_BYTES = 1024 * 1024;

/** Takes files in: within the day's quota, beside what else is on its way, and as fast as a connection has to be. */
async function receive(
  request: FastifyRequest,
  { files = {}, captcha }: { files?: EndpointSchema['files']; captcha?: CaptchaForm },
  context: EndpointContext,
): Promise<Upload & { isProven: boolean }> {
  const { takeUploadBytes, limits, tmpDir } = context;
  const accountId = request.call.actor?.id ?? null;
  const caller = accountId ?? request.ip;
  const announced = Number(request.headers['content-length'] ?? 0);
  const most = maxBodyBytes(files);
  if (announced > most) throw new AppError('PAYLOAD_TOO_LARGE');
  // The rest may be texts, which do not lie on the disk.
  const expected = Math.max(0, announced - maxBodyBytes({}));
  const ending = new AbortController();
  const onEnd = (reason: AppError) => ending.abort(reason);
  const share = context.uploadBudget.begin({ accountId, ip: request.ip }, { most, expected, onEnd });
  let isProven = false;
  try {
    await takeUploadBytes(caller, announced);
    let taken = announced;
    let came = 0;
    const upload = await receiveUpload(request, files, {
      tmpDir,
      stallMs: limits.stallMs,
      ending: ending.signal,
      async count(bytes) {
        came += bytes;
        if (came > most) throw new AppError('PAYLOAD_TOO_LARGE');
        share.add(bytes);
        // Sent in chunks of which nobody said how many there would be.
        for (; came > taken; taken += QUOTA_STEP_BYTES) await takeUploadBytes(caller, QUOTA_STEP_BYTES);
      },
      async onFirstFile(fields) {
        if (captcha === undefined || !(await context.needsCaptcha(captcha))) return;
        const { captcha: solved } = fields;
        if (typeof solved !== 'string') throw new AppError('CAPTCHA_FIRST');
        await context.verifyCaptcha(captcha, solved, request.ip, context.consumeRateLimit);
        isProven = true;
      },
    });
    const discard = () => upload.discard().finally(share.end);
    return { ...upload, isProven, discard };
  } catch (error) {
    share.end();
    throw error;
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
  const { actor, token } = request.call;
  const upload =
    route.upload && request.isMultipart()
      ? await receive(request, { files: schema.files, captcha: route.captcha }, context)
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
    // Nobody waits any more, and whoever was told to try again would get it twice.
    if (isTimedOut(request)) return reply;
    const key = readIdempotencyKey(request);
    // Cut, two keys could be taken for one, and what the second one asks for would not be done.
    if (route.idempotent && key && key.length > LONGEST_KEY) throw new AppError('VALIDATION_FAILED');
    const call = {
      actor,
      token,
      params: request.params,
      query: request.query,
      body,
      files: upload?.files ?? {},
      key: route.idempotent ? key : undefined,
      revision: route.revised ? readRevision(request.headers['if-match']) : undefined,
      ip: request.ip,
      country: request.call.country,
      userAgent: request.headers['user-agent'] ?? '',
    };
    const handle = () => binding.handle(call as Call<EndpointName>);
    const { rateClass } = request.call;
    const runInTurn = upload ? undefined : context.getTurns(rateClass, { isSlow: hasSearchWords(request.query) });
    // A change is made for a caller who has gone, too: they may have seen it begin.
    const isWanted = () => !isTimedOut(request) && (rateClass === 'write' || !reply.raw.destroyed);
    const caller = actor?.id ?? toNetworkKey(request.ip);
    const data = runInTurn
      ? await runInTurn(caller, async () => (isWanted() ? handle() : NOBODY_WAITS))
      : await handle();
    if (isTimedOut(request) || data === NOBODY_WAITS) return reply;
    void reply.header('cache-control', route.maxAge ? `public, max-age=${route.maxAge}` : 'private, no-store');
    return await reply.status(200).send({ status: 0, data });
  } finally {
    await upload?.discard();
  }
}

/** In place of an answer that nobody waits for any more. */
const NOBODY_WAITS = Symbol('nobody waits');

/** The key under which a call may be sent again; undefined for none and for an empty one. */
export function readIdempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { 'idempotency-key': header } = headers;
  return typeof header === 'string' && header !== '' ? header : undefined;
}

/** @throws AppError VALIDATION_FAILED for a header that is no revision of ours: it was meant to protect something */
function readRevision(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const [, digits] = /^"(\d{1,9})"$/.exec(header) ?? [];
  if (digits === undefined) throw new AppError('VALIDATION_FAILED', { message: 'If-Match: is no revision' });
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
