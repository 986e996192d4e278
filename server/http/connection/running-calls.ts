import type { FastifyInstance } from 'fastify';

/**
 * Lets an API that stops wait for handlers that still run. One may outlive its answer (`call-limit.ts`), and what is to be done
 * after its commit needs the database. Register it before the routes.
 *
 * @param longestMs how many milliseconds they have, counted from when the last connection has gone.
 */
export function waitForRunningCalls(http: FastifyInstance, longestMs: number): void {
  const running = new Set<Promise<unknown>>();
  http.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const work: unknown = handler.call(this, request, reply);
      if (!(work instanceof Promise)) return work;
      running.add(work);
      return work.finally(() => running.delete(work));
    };
  });
  http.addHook('onClose', async () => {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => (timer = setTimeout(resolve, longestMs)));
    await Promise.race([Promise.allSettled(running), patience]);
    clearTimeout(timer);
  });
}
