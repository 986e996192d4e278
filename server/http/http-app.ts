import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import { createJsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import type { Route } from '@contract/base/define';
import { limits } from '@contract/base/limits';
import { routes } from '@contract/index';
import type { ServerContext } from '../context';
import { isTooComplex } from '../lib/json-shape';
import { inScope, type Scope } from '../log/scope';
import { compileReply } from './compile-reply';
import { awaitTurn, beginStoring, registerCallLimit, waitForRunningCalls } from './connection/call-limit';
import { createConnectionLimit } from './connection/connection-limit';
import { createHttpServers } from './connection/http-server';
import { findRefusal, markRefused } from './connection/refusals';
import { createAnswerLimit, type SlowDown } from './connection/slow-down';
import { createErrorHandler, handleUnknownRoute } from './error-handler';
import { readIdempotencyKey } from './register-endpoint';
import {
  exposedUploadHeaders,
  overrideUploadMethod,
  registerUploadHeaders,
  UPLOADS_PATH,
} from './resumable/tus-protocol';
import { cleanInput, hasControlCharacters, readQuery } from './sanitize-input';
import { registerSecurityHeaders } from './security-headers';

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
  // A body arrives in an asynchronous context of its own, so the scope begins again after it.
  http.addHook('onRequest', (request, _reply, done) => inScope(getScope(request), done));
  http.addHook('preValidation', (request, _reply, done) => inScope(getScope(request), done));
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
  registerUploadHeaders(http);
  await registerCors(http, env);
  await registerSecurityHeaders(http, env.API_PUBLIC_URL.startsWith('https:'));
  // After the hooks that every reply needs.
  http.addHook('onRequest', (request, _reply, done) => done(findRefusal(request.raw)));
  await http.register(multipart, { limits: { fileSize: limits.videoBytes } });
  await registerOpenApi(http, env);
  return http;
}

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
      overrideUploadMethod(raw);
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

async function registerCors(http: FastifyInstance, env: ServerContext['env']): Promise<void> {
  const webOrigin = new URL(env.WEB_PUBLIC_URL).origin;
  await http.register(cors, () => async (request: FastifyRequest) => {
    const isUpload = request.url.startsWith(UPLOADS_PATH);
    return {
      origin: true,
      methods: ['GET', 'POST', 'PUT', 'DELETE', ...(isUpload ? ['HEAD', 'PATCH'] : [])],
      maxAge: 86_400,
      exposedHeaders: ['retry-after', 'x-request-id', ...(isUpload ? exposedUploadHeaders : [])],
      // Otherwise the plugin answers a plain OPTIONS with a line of text.
      strictPreflight: false,
      // Players fetch segments by script, and a viewer's links open for their session only: `authorize-media.ts`.
      credentials: request.url.startsWith('/media/') && request.headers.origin === webOrigin,
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
function getScope(request: FastifyRequest): Scope {
  const { endpoint } = request.routeOptions.config;
  const route: Route | undefined = endpoint && routes[endpoint];
  const isRepeatable = route?.idempotent === true && readIdempotencyKey(request) !== undefined;
  return { reqId: request.id, beginStoring: () => isRepeatable || beginStoring(request) };
}

function parseJson(
  _request: unknown,
  body: string | Buffer,
  done: (error: Error | null, value?: unknown) => void,
): void {
  const text = String(body);
  if (text.trim() === '') return done(null, undefined);
  if (isTooComplex(text))
    return done(Object.assign(new Error('The body is nested too deeply, or has too many parts.'), { statusCode: 400 }));
  try {
    done(null, hasControlCharacters(text) ? cleanInput(JSON.parse(text)) : JSON.parse(text));
  } catch {
    done(Object.assign(new Error('The body is not valid JSON.'), { statusCode: 400 }));
  }
}
