import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createCallerChecks, type CallerChecks } from './caller-checks';
import type { ServerContext } from './context';
import { AppError } from './errors';
import { sandboxPeople } from './gateways/login-gateways';
import { tokenizeCard, type CardDetails } from './gateways/payment-sandbox-cards';
import { createStreamingNode } from './gateways/streaming-node';
import { createCallTurns } from './http/call-turns';
import { readCallerAddress } from './http/caller-country';
import { DRAIN_WINDOW_MS } from './http/connection/drain-body';
import { drainUnreadBodies } from './http/connection/http-server';
import { createSlowDown } from './http/connection/network-limits';
import { registerFlagRoutes } from './http/country-flag-routes';
import { registerExportRoutes } from './http/export-routes';
import { registerMonitoring } from './http/monitoring';
import { registerOpenApiDocument } from './http/openapi-routes';
import { createHttpApp } from './http/http-app';
import { registerMailLinks } from './http/mail-links';
import { registerPaperRoutes } from './http/paper-routes';
import { registerMediaRoutes } from './http/media-routes';
import { createRateLimits, createUploadQuota, getSharedCounting } from './http/rate-limits';
import type { EndpointContext } from './http/endpoint-context';
import { registerEndpoint } from './http/register-endpoint';
import { registerStreamNodeRoutes } from './http/stream-node-routes';
import { registerStreamRoutes } from './http/stream-routes';
import { registerUploadRoutes } from './http/resumable/upload-routes';
import { registerOutbox } from './http/sandbox/outbox-routes';
import { registerSandboxLogins, registerSandboxRoutes } from './http/sandbox/sandbox-routes';
import { registerWebhookRoutes } from './http/webhook-routes';
import { createUploadBudget } from './http/upload-budget';
import { readTrustedProxies } from './lib/trusted-proxies';
import { isSessionSentWithLinks } from './media/media-links';
import {
  createDomains,
  getRoomGuards,
  getSocketHandlers,
  listBindings,
  listServices,
  type Domains,
  type Services,
} from './modules/index';
import { registerJobs } from './modules/register-jobs';
import { createOriginCheck } from './realtime/allowed-origins';
import { createSocketServer, isSocketAddress, type SocketServer } from './realtime/socket-server';
import { assertBooks } from './verify/check-books';
import { getTmpDir } from './lib/tmp-dir';

export interface App {
  http: FastifyInstance;
  domains: Domains;
  services: Services;
  /** Reports to load balancers that they should send nobody here; calls are still answered. */
  drain(): void;
  close(): Promise<void>;
}

/** Time for requests to finish at shutdown. Must be shorter than the stop timeout of the process manager. */
const DRAIN_MS = 4_000;
const IDLE_CHECK_INTERVAL_MS = 50;

/** Builds the reference API. The caller starts the listener and the job queue. */
export async function buildApp(context: ServerContext): Promise<App> {
  const { env } = context;
  const trustsProxy = readTrustedProxies(env.TRUST_PROXY);
  const slowDown = createSlowDown({ isEnabled: env.RATE_LIMITS });
  const { log, failures } = context;
  const streamingNode = createStreamingNode(context.gateways.streaming, { appSecret: env.APP_SECRET, failures });
  const isOwnMachine = ({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>) =>
    streamingNode !== null && url.startsWith(streamingNode.path) && streamingNode.isNode(headers.authorization);
  const app = { env, log, failures, trustsProxy, isSocketAddress, isOwnMachine };
  const http = await createHttpApp({ ...app, slowDown, drainMs: DRAIN_MS });

  const domains = createDomains(context);
  const services = listServices(domains);
  const callers = createCallerChecks(context, services, trustsProxy);
  const endpoints = createEndpointContext(context, services, callers);
  if (env.ROLE === 'worker') serveProbesOnly(http);
  let isDraining = false;
  const countSocketsOf = registerMonitoring(http, context, {
    readState: services.monitor.read,
    uploadBudget: endpoints.uploadBudget,
    isDraining: () => isDraining,
  });
  for (const binding of listBindings(domains)) registerEndpoint(http, binding, endpoints);
  registerFileRoutes(http, context, services, endpoints);
  if (streamingNode) registerStreamNodeRoutes(http, streamingNode);
  registerMailLinks(http, {
    unsubscribe: services.unsubscribe.unsubscribe,
    consumeRateLimit: endpoints.consumeRateLimit,
    webUrl: env.WEB_PUBLIC_URL,
  });
  registerWebhookRoutes(http, services.gatewayEvent);
  registerSandboxes(http, context, endpoints);
  await registerOpenApiDocument(http, endpoints);
  registerJobs(context, domains);
  context.jobs.work('check-books', () => assertBooks(context.db, context.clock.now()));
  context.jobs.repeat('check-books', '20 3 * * *');

  const sockets = createSocketServer(http.server, {
    isAllowedOrigin:
      env.ROLE === 'worker'
        ? () => false
        : createOriginCheck([env.WEB_PUBLIC_URL, env.API_PUBLIC_URL, ...env.ALLOWED_ORIGINS]),
    findActor: callers.findActor,
    getAddress: (raw) => readCallerAddress(raw, trustsProxy),
    findCountry: (raw) => callers.findCountry({ ip: readCallerAddress(raw, trustsProxy), raw }),
    isClosedTo: callers.availability.isClosedTo,
    ...getRoomGuards(domains),
    listOpenSessions: services.session.listOpen,
    handlers: getSocketHandlers(domains),
    redis: context.redis,
    announcements: context.announcements,
    failures,
    slowDown,
    isLimited: env.RATE_LIMITS,
  });
  context.publisher.attach(sockets.io);
  countSocketsOf(sockets);
  drainUnreadBodies(http.server, Math.min(DRAIN_WINDOW_MS, env.UPLOAD_STALL_SECONDS * 1000));
  await http.ready();
  return {
    http,
    domains,
    services,
    drain: () => void (isDraining = true),
    close: () => closeApp({ http, sockets, services }),
  };
}

const probes = new Set(['/live', '/health', '/metrics']);

/** A worker runs jobs, which no caller should wait behind. */
function serveProbesOnly(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ routeOptions }) => {
    if (!probes.has(routeOptions.url ?? '')) throw new AppError('ROUTE_NOT_FOUND');
  });
}

function createEndpointContext(
  context: ServerContext,
  services: Services,
  { findActor, findCaller, findCountry, availability }: CallerChecks,
) {
  const { env } = context;
  const counting = getSharedCounting(context);
  return {
    findActor,
    findCaller,
    assertFresh: services.session.assertFresh,
    findCallerCountry: findCountry,
    assertOpen: availability.assertOpen,
    assertCountryOpen: availability.assertCountryOpen,
    verifyCaptcha: services.captcha.verifyCaptcha,
    needsCaptcha: services.captcha.needsCaptcha,
    uploadBudget: createUploadBudget({ megabytes: env.UPLOAD_MB_AT_ONCE, disk: context.disk }),
    consumeRateLimit: createRateLimits({ isEnabled: env.RATE_LIMITS, ...counting }),
    tmpDir: getTmpDir(env),
    limits: {
      callMs: env.CALL_SECONDS * 1000,
      uploadMs: env.UPLOAD_SECONDS * 1000,
      stallMs: env.UPLOAD_STALL_SECONDS * 1000,
    },
    findOwner: services.login.findOwner,
    getTurns: createCallTurns({ connections: env.DATABASE_POOL, isLimited: env.RATE_LIMITS }),
    takeUploadBytes: createUploadQuota({ isEnabled: env.RATE_LIMITS, megabytes: env.UPLOAD_MB_PER_DAY, ...counting }),
  };
}

function registerFileRoutes(
  http: FastifyInstance,
  { env, failures, gateways }: ServerContext,
  services: Services,
  endpoints: ReturnType<typeof createEndpointContext>,
): void {
  // A key may open the links that its calls returned.
  const needsSession = isSessionSentWithLinks(env);
  registerMediaRoutes(http, {
    ...endpoints,
    findActor: endpoints.findCaller,
    openMedia: services.media.openMedia,
    needsSession,
  });
  registerUploadRoutes(http, {
    ...endpoints,
    uploads: services.upload,
    publicUrl: env.API_PUBLIC_URL,
    onFailure: (error) => failures.report('database', 'upload locks', error),
  });
  registerPaperRoutes(http, { openPaper: services.paper.open, findActor: endpoints.findActor });
  registerExportRoutes(http, { openExport: services.dataExport.open, findActor: endpoints.findActor });
  registerStreamRoutes(http, {
    ...endpoints,
    hls: gateways.streaming.hls,
    needsSession,
    canWatch: services.picture.canWatch,
  });
  registerFlagRoutes(http);
}

function registerSandboxes(
  http: FastifyInstance,
  { env, gateways, clock }: ServerContext,
  { consumeRateLimit }: Pick<EndpointContext, 'consumeRateLimit'>,
): void {
  const { payment, google, twitter, outbox } = gateways;
  if (!payment.isProduction) {
    const tokenize = (card: CardDetails) => tokenizeCard(card, clock.now());
    registerSandboxRoutes(http, { consumeRateLimit, tokenize });
  }
  registerSandboxLogins(http, {
    people: sandboxPeople,
    google: google?.issue && { issue: google.issue },
    twitter: twitter?.sandbox,
    consumeRateLimit,
    webUrl: env.WEB_PUBLIC_URL,
  });
  if (outbox) registerOutbox(http, outbox);
}

/** Closes idle connections repeatedly, and finally all: kept-alive ones and those of paused videos never end by themselves. */
async function closeApp({ http, sockets, services }: Pick<App, 'http' | 'services'> & { sockets: SocketServer }) {
  const idleCheck = setInterval(() => http.server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
  const timeout = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS);
  try {
    await sockets.close();
    await http.close();
  } finally {
    clearInterval(idleCheck);
    clearTimeout(timeout);
  }
  services.media.close();
}
