import type { ServerContext } from '../context';
import type { Binding } from '../http/register-endpoint';
import type { SocketHandlers } from '../realtime/socket-server';
import { blockBindings } from './block/block-routes';
import { createBlockService } from './block/block-service';
import { createPeopleService } from './people/people-service';
import { createSessionService } from './session/session-service';
import { settingsBindings } from './settings/settings-routes';
import { createSettingsService } from './settings/settings-service';

/**
 * Makes every service, the lower ones first: a module may use the services made before it.
 */
export function createServices(context: ServerContext) {
  const settings = createSettingsService(context);
  const session = createSessionService(context);
  const media = { openMedia: async () => null, publicUrl: () => '' };
  const people = createPeopleService(context, { publicUrl: media.publicUrl });
  const block = createBlockService(context, { people, settings });
  const socketHandlers: SocketHandlers = { on: {}, onPresence: async () => undefined, onAlive: async () => undefined };
  return { settings, session, media, people, block, socketHandlers };
}

export type Services = ReturnType<typeof createServices>;

/** Which code answers which endpoint. */
export function listBindings(services: Services): Binding[] {
  return [...settingsBindings(services.settings), ...blockBindings(services.block)];
}

/** Ties background jobs to the services that do them, and their schedules. */
export function registerJobs(context: ServerContext, services: Services): void {
  const { jobs, gateways } = context;
  jobs.work('send-mail', (mail) => gateways.mail.send(mail));
  jobs.work('sweep', () => services.session.sweep());
  jobs.repeat('sweep', '17 3 * * *');
}
