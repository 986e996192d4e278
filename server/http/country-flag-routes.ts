import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors';

/** Serves the flags that `GET /countries/list` links to, from a local package. */
export function registerFlagRoutes(http: FastifyInstance): void {
  http.get('/flags/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params as { file: string };
    const code = /^([A-Z]{2})\.svg$/.exec(file)?.[1];
    // Loaded with the first flag, because the set is large, and a server behind a cache may never need it.
    const flags: Record<string, unknown> = await import('country-flag-icons/string/3x2');
    const svg = code === undefined ? undefined : flags[code];
    if (typeof svg !== 'string') throw new AppError('ENTITY_NOT_FOUND');
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=604800, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(svg);
  });
}
