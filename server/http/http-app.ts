import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyInstance, type FastifyRequest, type FastifySchemaCompiler } from 'fastify';
import { ResponseSerializationError, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Route } from '@contract/base/define';
import { API_KEY_PREFIX } from '@contract/base/key-scopes';
import { limits } from '@contract/base/limits';
import { routes } from '@contract/index';
import type { ServerContext } from '../context';
import { createMailTurns } from '../lib/mail-priority';
import { inScope, type Scope } from '../log/scope';
import { awaitTurn, beginStoring, registerCallLimit, waitForRunningCalls } from './connection/call-limit';
import { createConnectionLimit, createAnswerLimit, type SlowDown } from './connection/network-limits';
import { createHttpServers, findRefusal, markRefused } from './connection/http-server';
import { describeCalls, nameCall } from './describe-calls';
import { createErrorHandler, handleUnknownRoute } from './error-handler';
import { readIdempotencyKey } from './register-endpoint';
import { LIVE_PATH } from './stream-routes';
import { exposedUploadHeaders, overrideUploadMethod, setUploadHeaders, UPLOADS_PATH } from './resumable/tus-protocol';
import { parseJson, readQuery } from './sanitize-input';

interface HttpAppOptions extends Pick<ServerContext, 'env' | 'log' | 'failures'> {
  trustsProxy(address: string): boolean;
  isSocketAddress(url: string): boolean;
  /** Another process of this site, which asks for many visitors. */
  isOwnMachine(request: Pick<FastifyRequest, 'url' | 'headers'>): boolean;
  slowDown: SlowDown;
  drainMs: number;
}

/** The order of the hooks matters. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const { env, slowDown } = options;
  const http = createFastify(options);
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(compileReply);
  http.setErrorHandler(createErrorHandler(options.failures.report));
  http.setNotFoundHandler(handleUnknownRoute);
  http.decorateRequest('call');
  const countMail = createMailTurns();
  // The body arrives in a new async context, so the scope has to be entered again after it.
  http.addHook('onRequest', (request, _reply, done) => inScope(getScope(request, countMail), done));
  http.addHook('preValidation', (request, _reply, done) => inScope(getScope(request, countMail), done));
  http.addHook('onRequest', (_request, reply) => awaitTurn(reply));
  const countAnswer = createAnswerLimit({ isEnabled: env.RATE_LIMITS });
  http.addHook('onRequest', async (request, reply) => {
    if (options.isOwnMachine(request)) return;
    await slowDown(request.ip);
    countAnswer(request.ip, reply.raw);
  });
  registerCallLimit(http, env.CALL_SECONDS * 1000);
  waitForRunningCalls(http, options.drainMs);
  // An empty body, such as of a DELETE with a JSON content type, counts as absent. Wire contract 1.4.
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);
  // Comes before CORS, which answers OPTIONS itself.
  http.addHook('onRequest', (request, reply, done) => {
    if (isUpload(request.url)) setUploadHeaders(request, reply);
    done();
  });
  await registerCors(http, env);
  await registerSecurityHeaders(http, env.API_PUBLIC_URL.startsWith('https:'));
  // Comes after the hooks that every response needs.
  http.addHook('onRequest', (request, _reply, done) => done(findRefusal(request.raw)));
  await http.register(multipart, { limits: { fileSize: limits.videoBytes } });
  await registerOpenApi(http, env);
  return http;
}

/** Resumable uploads have their own methods and headers. */
const isUpload = (url = ''): boolean => url.startsWith(UPLOADS_PATH);

/** URLs that pages of the web app embed, although it is another origin. */
const isMedia = (url: string): boolean => url.startsWith('/media/') || url.startsWith(LIVE_PATH);

function createFastify({ env, log, trustsProxy, isSocketAddress }: HttpAppOptions): FastifyInstance {
  const http: FastifyInstance = Fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustsProxy,
    bodyLimit: 1024 * 1024,
    serverFactory: createHttpServers({
      // The limit for uploads; other requests get a shorter one elsewhere.
      requestMs: env.UPLOAD_SECONDS * 1000,
      limitConnection: createConnectionLimit({ isEnabled: env.RATE_LIMITS, trustsProxy }),
      isSocketAddress,
    }),
    rewriteUrl: (raw) => {
      if (isUpload(raw.url)) overrideUploadMethod(raw);
      return raw.url ?? '/';
    },
    // Ignored here: `http-server.ts` passes broken requests through the app's own hooks.
    clientErrorHandler: () => undefined,
    frameworkErrors: (error, { raw }, reply) => {
      markRefused(raw, error);
      raw.url = '/';
      http.routing(raw, reply.raw);
    },
    // Fastify's own response would not have the contract's format.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: readQuery, ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  return http;
}

/**
 * For JSON, which must never be rendered, framed or sniffed. Responses to be rendered (media, flags, pages) override what they
 * need to. Sets no cookie.
 */
async function registerSecurityHeaders(http: FastifyInstance, isSecure: boolean): Promise<void> {
  const options: FastifyHelmetOptions = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    // Keeps other sites from embedding responses, except media. Scripts of allowed origins can still read them by CORS.
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Isolates the pages that mails link to, and those of sandboxes, from the pages that opened them.
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xContentTypeOptions: true,
    xFrameOptions: { action: 'deny' },
    // Not needed: these headers are for documents, or for old browsers.
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
  await http.register(helmet, options);
  // Comes before anything can respond, because pages of the other origin must be able to read errors too; otherwise they would
  // look like a lost connection.
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
      // Otherwise the plugin answers an OPTIONS request that is no preflight with text.
      strictPreflight: false,
      // Players fetch segments by script, and a viewer's links work only together with their session: `open-media.ts`.
      credentials: isMedia(request.url) && request.headers.origin === webOrigin,
    };
  });
}

async function registerOpenApi(http: FastifyInstance, env: ServerContext['env']): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Creator platform reference API',
        version: '1.0.0',
        description:
          'Replies are `{ status: 0, data }`, refusals `{ statusCode, message, error }`. The token of a log-in, or an API key, is sent as `Authorization`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: env.API_PUBLIC_URL }],
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The token of a log-in.' },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: `A key that an account made for a program, with the scope that the call names. It begins with \`${API_KEY_PREFIX}\`.`,
          },
        },
      },
    },
    transform: nameCall,
    transformObject: describeCalls,
  });
}

/** With an idempotency key, a request may store something even after its timeout, since a repeat gets its result. */
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
 * Keeps only the keys of the schema. Parsing with zod takes a fifth of the time that the type provider's serializer takes,
 * which encodes backwards through transforms that responses do not have.
 */
export const compileReply: ReplyCompiler = ({ schema, method, url }) => {
  if (!(schema instanceof z.ZodType))
    throw new Error(`No response schema for ${method} ${url}. Pass a zod schema to the route.`);
  return (data) => {
    const result = schema.safeParse(data);
    if (!result.success) throw new ResponseSerializationError(method, url, { cause: result.error });
    return JSON.stringify(result.data);
  };
};
