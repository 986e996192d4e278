import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { ConsumeRateLimit } from './rate-limits';

/** The page loads nothing from elsewhere, and sends calls only to this API. */
const docsPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** The OpenAPI document as JSON, and a page that shows it and tries calls out. */
export async function registerOpenApiDocument(
  http: FastifyInstance,
  { consumeRateLimit }: { consumeRateLimit: ConsumeRateLimit },
): Promise<void> {
  await http.register(async (scope) => {
    scope.addHook('onRequest', async ({ ip }) => consumeRateLimit('read', ip));
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: docsPolicy,
      theme: { title: 'API' },
      uiConfig: { deepLinking: true, docExpansion: 'none', filter: true },
    });
  });
  // Serialized only once, because it is large and the same for all clients.
  let document: Buffer | undefined;
  http.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    await consumeRateLimit('read', request.ip);
    document ??= Buffer.from(JSON.stringify(http.swagger()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
