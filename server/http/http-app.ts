import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyInstance, type FastifyRequest, type FastifySchemaCompiler } from 'fastify';
import { createJsonSchemaTransform, ResponseSerializationError, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Route } from '@contract/base/define';
import { limits } from '@contract/base/limits';
import { routes } from '@contract/index';
import type { ServerContext } from '../context';
import { createMailTurns } from '../lib/mail-priority';
import { inScope, type Scope } from '../log/scope';
import { awaitTurn, beginStoring, registerCallLimit, waitForRunningCalls } from './connection/call-limit';
import { createConnectionLimit, createAnswerLimit, type SlowDown } from './connection/network-limits';
import { createHttpServers, findRefusal, markRefused } from './connection/http-server';
import { createErrorHandler, handleUnknownRoute } from './error-handler';
import { readIdempotencyKey } from './register-endpoint';
import { LIVE_PATH } from './stream-routes';
import { exposedUploadHeaders, overrideUploadMethod, setUploadHeaders, UPLOADS_PATH } from './resumable/tus-protocol';
import { parseJson, readQuery } from './sanitize-input';

interface HttpAppOptions extends Pick<ServerContext, 'env' | 'log' | 'failures'> {
  trustsProxy(address: string): boolean;
  isSocketAddress(url: string): boolean;
  slowDown: SlowDown;
  /** For running calls when the API stops. */
  drainMs: number;
}

/** Creates the HTTP app with everything that applies to all routes. The order of its hooks matters. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const { env, slowDown } = options;
  const http = createFastify(options);
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(compileReply);
  http.setErrorHandler(createErrorHandler(options.failures.report));
  http.setNotFoundHandler(handleUnknownRoute);
  http.decorateRequest('call');
  const countMail = createMailTurns();
  // A body arrives in an asynchronous context of its own, so the scope begins again after it.
  http.addHook('onRequest', (request, _reply, done) => inScope(getScope(request, countMail), done));
  http.addHook('preValidation', (request, _reply, done) => inScope(getScope(request, countMail), done));
  http.addHook('onRequest', (_request, reply) => awaitTurn(reply));
  const countAnswer = createAnswerLimit({ isEnabled: env.RATE_LIMITS });
  http.addHook('onRequest', async ({ ip }, reply) => {
    await slowDown(ip);
    countAnswer(ip, reply.raw);
  });
  registerCallLimit(http, env.CALL_SECONDS * 1000);
  waitForRunningCalls(http, options.drainMs);
  // Bodies without content (DELETE with a JSON content type) count as absent. Wire contract 1.4.
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);
  // Before CORS, which answers OPTIONS itself.
  http.addHook('onRequest', (request, reply, done) => {
    if (isUpload(request.url)) setUploadHeaders(request, reply);
    done();
  });
  await registerCors(http, env);
  await registerSecurityHeaders(http, env.API_PUBLIC_URL.startsWith('https:'));
  // After the hooks that every reply needs.
  http.addHook('onRequest', (request, _reply, done) => done(findRefusal(request.raw)));
  await http.register(multipart, { limits: { fileSize: limits.videoBytes } });
  await registerOpenApi(http, env);
  return http;
}

/** Whether a file is sent there in parts, by a protocol with methods and headers of its own. */
const isUpload = (url = ''): boolean => url.startsWith(UPLOADS_PATH);

/** Whether pages of the web app's origin embed it. */
const isMedia = (url: string): boolean => url.startsWith('/media/') || url.startsWith(LIVE_PATH);

function createFastify({ env, log, trustsProxy, isSocketAddress }: HttpAppOptions): FastifyInstance {
  const http: FastifyInstance = Fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustsProxy,
    bodyLimit: 1024 * 1024,
    serverFactory: createHttpServers({
      // For uploads; other calls have a shorter limit of their own.
      requestMs: env.UPLOAD_SECONDS * 1000,
      limitConnection: createConnectionLimit({ isEnabled: env.RATE_LIMITS, trustsProxy }),
      isSocketAddress,
    }),
    rewriteUrl: (raw) => {
      if (isUpload(raw.url)) overrideUploadMethod(raw);
      return raw.url ?? '/';
    },
    // `http-server.ts` answers broken requests, through the app's own hooks.
    clientErrorHandler: () => undefined,
    frameworkErrors: (error, { raw }, reply) => {
      markRefused(raw, error);
      raw.url = '/';
      http.routing(raw, reply.raw);
    },
    // Fastify's reply would not have the contract's format.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: readQuery, ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  return http;
}

/**
 * Headers of every reply. The API speaks JSON: nothing of it is to be drawn, framed or taken for anything else. Replies
 * that are drawn (media, flags, the pages that mails and sandboxes lead to) overwrite what they need. No cookie is set.
 *
 * @param isSecure whether people reach the API by https only.
 */
async function registerSecurityHeaders(http: FastifyInstance, isSecure: boolean): Promise<void> {
  const options: FastifyHelmetOptions = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    // Scripts of other sites read replies by CORS, which this does not touch; embedding them is for media only.
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // The pages that mails and sandboxes lead to: who opened them gets no hold of them.
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xContentTypeOptions: true,
    xFrameOptions: { action: 'deny' },
    // For pages of old browsers; none of these is one.
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
  await http.register(helmet, options);
  // Set before anything else can answer: a refusal too is read by pages of the other origin, which tell it from a lost connection.
  http.addHook('onRequest', (request, reply, done) => {
    if (isMedia(request.url)) void reply.header('cross-origin-resource-policy', 'cross-origin');
    done();
  });
}

async function registerCors(http: FastifyInstance, env: ServerContext['env']): Promise<void> {
  const webOrigin = new URL(env.WEB_PUBLIC_URL).origin;
  await http.register(cors, () => async (request: FastifyRequest) => {
    const isPartOfFile = isUpload(request.url);
    return {
      origin: true,
      methods: ['GET', 'POST', 'PUT', 'DELETE', ...(isPartOfFile ? ['HEAD', 'PATCH'] : [])],
      maxAge: 86_400,
      exposedHeaders: ['retry-after', 'x-request-id', ...(isPartOfFile ? exposedUploadHeaders : [])],
      // Otherwise the plugin answers a plain OPTIONS with a line of text.
      strictPreflight: false,
      // Players fetch segments by script, and a viewer's links open for their session only: `authorize-media.ts`.
      credentials: isMedia(request.url) && request.headers.origin === webOrigin,
    };
  });
}

async function registerOpenApi(http: FastifyInstance, env: ServerContext['env']): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Creator platform reference API', version: '1.0.0' },
      servers: [{ url: env.API_PUBLIC_URL }],
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
  });
}

/** The log scope of a call. A call with an idempotency key can store late, since a repeat gets its result. */
function getScope(request: FastifyRequest, countMail: (ip: string) => number): Scope {
  const { endpoint } = request.routeOptions.config;
  const route: Route | undefined = endpoint && routes[endpoint];
  const isRepeatable = route?.idempotent === true && readIdempotencyKey(request) !== undefined;
  return {
    reqId: request.id,
    countMail: () => countMail(request.ip),
    beginStoring: () => isRepeatable || beginStoring(request),
  };
}

type ReplyCompiler = (route: Parameters<FastifySchemaCompiler<unknown>>[0]) => (data: unknown) => string;

/**
 * Compiles the writer of a reply: what the schema names goes out, anything else is dropped, and a reply that does not fit
 * is an error of ours. Reads in the direction in which zod is compiled: a page of posts takes a fifth of the time that
 * the type provider's own writer needs, which goes backwards through transforms that replies do not have.
 */
export const compileReply: ReplyCompiler = ({ schema, method, url }) => {
  if (!(schema instanceof z.ZodType)) throw new Error(`the reply of ${method} ${url} has no schema`);
  return (data) => {
    const result = schema.safeParse(data);
    if (!result.success) throw new ResponseSerializationError(method, url, { cause: result.error });
    return JSON.stringify(result.data);
  };
};
