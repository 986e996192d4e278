import { once } from 'node:events';
import type { FastifyReply } from 'fastify';

/**
 * Resolves when a reply may be written. Answers leave in the order of their requests, so a request that was written before the answer to
 * the one ahead of it was there is not worked on yet: its answer, and a file that is open for it, would only lie here, for good where
 * the connection ends meanwhile.
 */
export async function awaitTurn({ raw }: FastifyReply): Promise<void> {
  if (raw.socket === null) await once(raw, 'socket');
}
