import { randomUUID } from 'node:crypto';
import path from 'node:path';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import { createJsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import type { Route } from '@contract/base/define';
import { limits } from '@contract/base/limits';
import { routes } from '@contract/index';
import type { ServerContext } from './context';
import { compileReply } from './http/compile-reply';
import { createCountryLookup, readCallerAddress } from './http/caller-country';
import { tokenizeCard, type CardDetails } from './gateways/payment-sandbox-cards';
import { sandboxPeople } from './gateways/login-gateways';
import { awaitTurn } from './http/connection/await-turn';
import { beginStoring, registerCallLimit } from './http/connection/call-limit';
import { DRAIN_WINDOW_MS } from './http/connection/drain-body';
import { createConnectionLimit } from './http/connection/connection-limit';
import { createHttpServers, drainUnreadBodies } from './http/connection/http-server';
import { findRefusal, markRefused } from './http/connection/refusals';
import { createAnswerLimit, createSlowDown } from './http/connection/slow-down';
import { waitForRunningCalls } from './http/connection/running-calls';
import { createErrorHandler, handleUnknownRoute } from './http/error-handler';
import { createRateLimits, createUploadQuota, getSharedCounting } from './http/rate-limits';
import { createUploadBudget } from './http/upload-budget';
import { readQuery, cleanInput, hasControlCharacters } from './http/sanitize-input';
import { createCallTurns } from './http/call-turns';
import { readIdempotencyKey, registerEndpoint } from './http/register-endpoint';
import { registerExportRoutes } from './http/export-routes';
import { registerFlagRoutes } from './http/country-flag-routes';
import { registerHealth, registerMetrics, type Counts, type JobCounts } from './http/health-routes';
import { registerMailLinks } from './http/mail-links';
import { registerMediaRoutes } from './http/media-routes';
import {
  exposedUploadHeaders,
  overrideUploadMethod,
  registerUploadHeaders,
  UPLOADS_PATH,
} from './http/resumable/tus-protocol';
import { registerUploadRoutes } from './http/resumable/upload-routes';
import { registerOutbox } from './http/sandbox/outbox-routes';
import { registerSandboxLogins, registerSandboxRoutes } from './http/sandbox/sandbox-routes';
import { inScope, type Scope } from './log/scope';
import { registerSecurityHeaders } from './http/security-headers';
import { createSiteAvailability } from './http/site-availability';
import { createTokenLookup } from './http/token-lookup';
import {
  createDomains,
  getSocketHandlers,
  listBindings,
  listServices,
  type Domains,
  type Services,
} from './modules/index';
import { registerJobs } from './modules/register-jobs';
import { createOriginCheck } from './realtime/allowed-origins';
import { createSocketServer, isSocketAddress } from './realtime/socket-server';
import { readTrustedProxies } from './lib/trusted-proxies';
import { isTooComplex } from './lib/json-shape';
import { createTtlCache } from './lib/ttl-cache';

export interface App {
  http: FastifyInstance;
  domains: Domains;
  /** Those of all domains. */
  services: Services;
  /** Closes sockets and connections; running requests have some seconds to end first. */
  close(): Promise<void>;
}

/** Milliseconds that calls under way have when the API stops: less than whoever started it waits. */
const DRAIN_MS = 4_000;
const IDLE_CHECK_MS = 50;
/** Milliseconds that a count of the jobs is told for: anybody may ask, and counting reads the whole table. */
const JOB_COUNTS_MS = 5_000;

/**
 * Builds the reference API around a database and its gateways. Listening and starting the job queue are the caller's.
 *
 * @param context what services are made of; tests pass their own clock, mail and queue.
 */
export async function buildApp(context: ServerContext): Promise<App> {
  const { env } = context;
  const trustsProxy = readTrustedProxies(env.TRUST_PROXY);
  const http: FastifyInstance = Fastify({
    loggerInstance: context.log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustsProxy,
    bodyLimit: 1024 * 1024,
    serverFactory: createHttpServers({
      // Of everything that comes in; what is no upload has a shorter limit, as a call.
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
    // Its body would not be ours.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: readQuery, ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(compileReply);
  http.setErrorHandler(createErrorHandler(context.failures.report));
  http.setNotFoundHandler(handleUnknownRoute);
  http.decorateRequest('call');
  // A body arrives in a context of its own, so the scope begins once more behind it.
  http.addHook('onRequest', (request, _reply, done) => inScope(scopeOf(request), done));
  http.addHook('preValidation', (request, _reply, done) => inScope(scopeOf(request), done));
  http.addHook('onRequest', (_request, reply) => awaitTurn(reply));
  const slowDown = createSlowDown({ isEnabled: env.RATE_LIMITS });
  const countAnswer = createAnswerLimit({ isEnabled: env.RATE_LIMITS });
  http.addHook('onRequest', async ({ ip }, reply) => {
    await slowDown(ip);
    countAnswer(ip, reply.raw);
  });
  registerCallLimit(http, env.CALL_SECONDS * 1000);
  waitForRunningCalls(http, DRAIN_MS);
  // Bodies without content (DELETE with a JSON content type) count as absent. Wire contract 1.4.
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);
  registerUploadHeaders(http);
  const webOrigin = new URL(env.WEB_PUBLIC_URL).origin;
  await http.register(cors, () => async (request: FastifyRequest) => ({
    origin: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE', ...(request.url.startsWith(UPLOADS_PATH) ? ['HEAD', 'PATCH'] : [])],
    maxAge: 86_400,
    exposedHeaders: [
      ...['retry-after', 'x-request-id'],
      ...(request.url.startsWith(UPLOADS_PATH) ? exposedUploadHeaders : []),
    ],
    // Players fetch segments by script, and the links of a viewer open for their session only: `authorize-media.ts`.
    // Else a plain OPTIONS is answered by a line of text.
    strictPreflight: false,
    credentials: request.url.startsWith('/media/') && request.headers.origin === webOrigin,
  }));
  await registerSecurityHeaders(http, env.API_PUBLIC_URL.startsWith('https:'));
  // Behind the hooks that every reply needs.
  http.addHook('onRequest', (request, _reply, done) => done(findRefusal(request.raw)));
  await http.register(multipart, { limits: { fileSize: limits.videoBytes } });
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Creator platform reference API', version: '1.0.0' },
      servers: [{ url: env.API_PUBLIC_URL }],
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
  });

  const domains = createDomains(context);
  const services = listServices(domains);
  const tellCountry = createCountryLookup({
    trustsProxy,
    countryHeader: env.COUNTRY_HEADER?.toLowerCase(),
    askService: context.gateways.geo.locateIp,
    onFailure: (error) => context.failures.report('gateway', 'places of addresses', error),
  });
  const findActor = createTokenLookup({
    isEnabled: env.RATE_LIMITS,
    findActor: services.session.findActor,
    isIssued: services.session.isIssued,
    now: () => context.clock.now().getTime(),
  });
  const gate = createSiteAvailability({
    readGate: services.block.readSiteState,
    findActor,
    now: context.clock.now,
  });
  const counting = getSharedCounting(context);
  const endpointContext = {
    findActor,
    tellCountry,
    assertOpen: gate.assertOpen,
    assertCountryOpen: gate.assertCountryOpen,
    verifyCaptcha: services.captcha.verifyCaptcha,
    needsCaptcha: services.captcha.needsCaptcha,
    uploadBudget: createUploadBudget({ megabytes: env.UPLOAD_MB_AT_ONCE, disk: context.disk }),
    consumeRateLimit: createRateLimits({ isEnabled: env.RATE_LIMITS, ...counting }),
    tmpDir: path.join(env.DATA_DIR, 'tmp'),
    limits: {
      callMs: env.CALL_SECONDS * 1000,
      uploadMs: env.UPLOAD_SECONDS * 1000,
      stallMs: env.UPLOAD_STALL_SECONDS * 1000,
    },
    turnsOf: createCallTurns({ connections: env.DATABASE_POOL, isLimited: env.RATE_LIMITS }),
    takeUploadBytes: createUploadQuota({ isEnabled: env.RATE_LIMITS, megabytes: env.UPLOAD_MB_PER_DAY, ...counting }),
  };
  for (const binding of listBindings(domains)) registerEndpoint(http, binding, endpointContext);
  registerMediaRoutes(http, { ...endpointContext, openMedia: services.media.openMedia });
  registerUploadRoutes(http, {
    ...endpointContext,
    uploads: services.upload,
    publicUrl: env.API_PUBLIC_URL,
    onFailure: (error) => context.failures.report('database', 'turns of uploads', error),
  });
  registerMailLinks(http, {
    unsubscribe: services.unsubscribe.unsubscribe,
    consumeRateLimit: endpointContext.consumeRateLimit,
    webUrl: env.WEB_PUBLIC_URL,
  });
  registerExportRoutes(http, { openExport: services.dataExport.open, findActor });
  registerFlagRoutes(http);
  if (!context.gateways.payment.isProduction) {
    const tokenize = (card: CardDetails) => tokenizeCard(card, context.clock.now());
    registerSandboxRoutes(http, { consumeRateLimit: endpointContext.consumeRateLimit, tokenize });
  }
  const { google, twitter, outbox } = context.gateways;
  registerSandboxLogins(http, {
    people: sandboxPeople,
    google: google?.issue && { issue: google.issue },
    twitter: twitter?.sandbox,
    consumeRateLimit: endpointContext.consumeRateLimit,
    webUrl: env.WEB_PUBLIC_URL,
  });
  if (outbox) registerOutbox(http, outbox);
  const jobCounts = createTtlCache<JobCounts>({
    ttlMs: JOB_COUNTS_MS,
    most: 1,
    now: () => context.clock.now().getTime(),
  });
  const counts: Counts = {
    countJobs: () => jobCounts.get('jobs', () => context.jobs.counts()),
    countFailures: context.failures.counts,
  };
  registerHealth(http, {
    ...counts,
    askDatabase: () => context.db.execute('select 1'),
  });
  registerMetrics(http, { ...counts, token: env.METRICS_TOKEN });
  // Written once: it is large, and the same for everybody.
  let document: Buffer | undefined;
  http.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    await endpointContext.consumeRateLimit('read', request.ip);
    document ??= Buffer.from(JSON.stringify(http.swagger()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  registerJobs(context, domains);

  const sockets = createSocketServer(http.server, {
    isAllowedOrigin: createOriginCheck([env.WEB_PUBLIC_URL, env.API_PUBLIC_URL, ...env.ALLOWED_ORIGINS]),
    findActor,
    getAddress: (raw) => readCallerAddress(raw, trustsProxy),
    findCountry: (raw) => tellCountry({ ip: readCallerAddress(raw, trustsProxy), raw }),
    isClosedTo: gate.isClosedTo,
    findBlockedMembers: services.block.findBlockedMembers,
    listOpenSessions: services.session.listOpen,
    handlers: getSocketHandlers(domains),
    failures: context.failures,
    slowDown,
    isLimited: env.RATE_LIMITS,
  });
  context.publisher.attach(sockets.io);
  drainUnreadBodies(http.server, Math.min(DRAIN_WINDOW_MS, env.UPLOAD_STALL_SECONDS * 1000));
  await http.ready();
  return {
    http,
    domains,
    services,
    async close() {
      // Who came with a connection that is kept, or reads no further, as a paused film does, would hold up everything.
      const idle = setInterval(() => http.server.closeIdleConnections(), IDLE_CHECK_MS);
      const patience = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS);
      try {
        await sockets.close();
        await http.close();
      } finally {
        clearInterval(idle);
        clearTimeout(patience);
      }
      services.media.close();
    },
  };
}

/** On whose behalf a call runs. One that moves money by a key may end late: a repeat gets what came of it. */
function scopeOf(request: FastifyRequest): Scope {
  const { endpoint } = request.routeOptions.config;
  // Then another try gets what came of this one, however late it was stored.
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
