import type { ServerContext } from '../context';
import type { Binding } from '../http/register-endpoint';
import type { SocketHandlers } from '../realtime/socket-server';

/**
 * Makes every service, the lower ones first: a module may use the services made before it.
 */
export function createServices(context: ServerContext) {
  void context;
  const socketHandlers: SocketHandlers = { on: {}, onPresence: async () => undefined };
  return { socketHandlers };
}

export type Services = ReturnType<typeof createServices>;

/** Which code answers which endpoint. */
export function listBindings(services: Services): Binding[] {
  void services;
  return [];
}

/** Ties background jobs to the services that do them, and their schedules. */
export function registerJobs(context: ServerContext, services: Services): void {
  void context;
  void services;
}
