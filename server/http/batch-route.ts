import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { batch } from '@contract/base/batch';
import { AppError } from '../errors';

const bodySchema = z.object({ paths: z.array(z.string().startsWith('/').max(2_000)).min(1).max(batch.most) });

/** Says of a call that it came within another. */
const partHeader = 'x-batch-part';
/** Milliseconds a batch may take longer than each of its reads, so that theirs is the refusal. */
const GRACE_MS = 1_000;

/**
 * Answers several reads of one caller in one call. Each goes through the whole chain as if it had come alone: limits, access
 * and refusals are its own.
 *
 * @param callMs how long one of them may take.
 */
export function registerBatch(http: FastifyInstance, callMs: number): void {
  // What is no endpoint (files, exports, another batch) is not gathered in memory.
  http.addHook('onRequest', (request, _reply, done) => {
    const isRefused = request.headers[partHeader] !== undefined && !request.routeOptions.config.endpoint;
    done(isRefused ? new AppError('ENTITY_NOT_FOUND') : undefined);
  });
  http.post(
    batch.path,
    { schema: { body: bodySchema, hide: true }, handlerTimeout: callMs + GRACE_MS },
    async (request, reply) => {
      const { paths } = request.body as z.infer<typeof bodySchema>;
      const { 'content-length': _length, 'content-type': _type, ...headers } = request.headers;
      const answers = await Promise.all(
        paths.map((url) =>
          http.inject({
            ...{ method: 'GET', url, headers: { ...headers, [partHeader]: '1' } },
            remoteAddress: request.socket.remoteAddress,
          }),
        ),
      );
      const parts = answers.map(({ statusCode, payload }) => `{"status":${statusCode},"body":${payload || 'null'}}`);
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(`[${parts.join(',')}]`);
    },
  );
}
