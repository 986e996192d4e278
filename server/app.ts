import { randomUUID } from 'node:crypto';
import path from 'node:path';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import { limits } from '@contract/limits';
import type { ServerContext } from './context';
import { compileReply } from './http/compile-reply';
import { createCountryLookup, readCallerAddress } from './http/caller-country';
import { tokenizeCard, type CardDetails } from './gateways/payment-sandbox-cards';
import { sandboxPeople } from './gateways/sandbox-people';
import { handleError, handleUnknownRoute } from './http/error-handler';
import { createRateLimits } from './http/rate-limits';
import { readQuery } from './http/read-query';
import { registerEndpoint } from './http/register-endpoint';
import { registerExportRoutes } from './http/export-routes';
import { registerFlagRoutes } from './http/flag-routes';
import { registerMailLinks } from './http/mail-links';
import { registerMediaRoutes } from './http/media-routes';
import { registerOutbox } from './http/outbox-routes';
import { registerSandboxLogins } from './http/sandbox-login-routes';
import { registerSandboxRoutes } from './http/sandbox-routes';
import { dropNul } from './http/drop-nul';
import { createLogOptions } from './http/log-options';
import { registerSecurityHeaders } from './http/security-headers';
import { createSiteGate } from './http/site-gate';
import { createServices, listBindings, registerJobs, type Services } from './modules/index';
import { createOriginCheck } from './realtime/allowed-origins';
import { createSocketServer } from './realtime/socket-server';
import { readTrustedProxies } from './trusted-proxies';

export interface App {
  http: FastifyInstance;
  services: Services;
  /** Closes sockets and connections; running requests end first. */
  close(): Promise<void>;
}

/**
 * Builds the reference API around a database and its gateways. Listening and starting the job queue are the caller's.
 *
 * @param context what services are made of; tests pass their own clock, mail and queue.
 */
export async function buildApp(context: ServerContext): Promise<App> {
  const { env } = context;
  const trustsProxy = readTrustedProxies(env.TRUST_PROXY);
  const http = Fastify({
    logger: createLogOptions(env.LOG_LEVEL),
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustsProxy,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: readQuery, ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(compileReply);
  http.setErrorHandler(handleError);
  http.setNotFoundHandler(handleUnknownRoute);
  http.decorateRequest('call');
  // Bodies without content (DELETE with a JSON content type) count as absent. Wire contract 1.4.
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);
  await http.register(cors, {
    origin: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    maxAge: 86_400,
    exposedHeaders: ['retry-after', 'x-request-id'],
  });
  await registerSecurityHeaders(http, env.API_PUBLIC_URL.startsWith('https:'));
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

  const services = createServices(context, http.log);
  const tellCountry = createCountryLookup({
    trustsProxy,
    countryHeader: env.COUNTRY_HEADER?.toLowerCase(),
    askService: context.gateways.geo.locateIp,
    onFailure: (err) => http.log.warn({ err }, 'the service for addresses failed; the table answers'),
  });
  const gate = createSiteGate({
    readGate: services.block.readGate,
    findActor: services.session.findActor,
    now: context.clock.now,
  });
  const endpointContext = {
    findActor: services.session.findActor,
    tellCountry,
    assertOpen: gate.assertOpen,
    assertCountryOpen: gate.assertCountryOpen,
    assertHuman: services.captcha.assertHuman,
    takePoint: createRateLimits({
      isEnabled: env.RATE_LIMITS,
      // Other processes need a database that is not embedded into this one.
      pool: env.DATABASE_URL === undefined ? undefined : context.db.$client,
      onFailure: (err) => http.log.warn({ err }, 'counting calls failed'),
    }),
    tmpDir: path.join(env.DATA_DIR, 'tmp'),
  };
  for (const binding of listBindings(services)) registerEndpoint(http, binding, endpointContext);
  registerMediaRoutes(http, { ...endpointContext, openMedia: services.media.openMedia });
  registerMailLinks(http, {
    confirmEmail: services.emailVerification.confirm,
    confirmEmailChange: services.emailChange.confirm,
    revertEmailChange: services.emailChange.revert,
    takePoint: endpointContext.takePoint,
    webUrl: env.WEB_PUBLIC_URL,
  });
  registerExportRoutes(http, { openExport: services.dataExport.open });
  registerFlagRoutes(http);
  if (!context.gateways.payment.isProduction) {
    const tokenize = (card: CardDetails) => tokenizeCard(card, context.clock.now());
    registerSandboxRoutes(http, { takePoint: endpointContext.takePoint, tokenize });
  }
  const { google, twitter, outbox } = context.gateways;
  registerSandboxLogins(http, {
    people: sandboxPeople,
    google: google?.issue && { issue: google.issue },
    twitter: twitter?.sandbox,
    takePoint: endpointContext.takePoint,
    webUrl: env.WEB_PUBLIC_URL,
  });
  if (outbox) registerOutbox(http, outbox);
  http.get('/health', { schema: { hide: true } }, async () => {
    await context.db.execute('select 1');
    return { status: 'ok' };
  });
  http.get('/openapi.json', { schema: { hide: true } }, async () => http.swagger());
  registerJobs(context, services);

  const sockets = createSocketServer(http.server, {
    isAllowedOrigin: createOriginCheck([env.WEB_PUBLIC_URL, env.API_PUBLIC_URL, ...env.ALLOWED_ORIGINS]),
    findActor: services.session.findActor,
    tellCountry: (raw) => tellCountry({ ip: readCallerAddress(raw, trustsProxy), raw }),
    isClosedTo: gate.isClosedTo,
    findEnded: services.block.findEnded,
    listOpenSessions: services.session.listOpen,
    handlers: services.socketHandlers,
    log: http.log,
  });
  context.publisher.attach(sockets.io);
  await http.ready();
  return {
    http,
    services,
    async close() {
      await sockets.close();
      await http.close();
    },
  };
}

function parseJson(
  _request: unknown,
  body: string | Buffer,
  done: (error: Error | null, value?: unknown) => void,
): void {
  const text = String(body);
  if (text.trim() === '') return done(null, undefined);
  try {
    done(null, text.includes('\\u0000') ? dropNul(JSON.parse(text)) : JSON.parse(text));
  } catch {
    done(Object.assign(new Error('The body is not valid JSON.'), { statusCode: 400 }));
  }
}
