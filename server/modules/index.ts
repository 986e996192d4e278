import type { ServerContext } from '../context';
import type { Binding } from '../http/register-endpoint';
import type { SocketHandlers } from '../realtime/socket-server';
import { accountBindings } from './account/account-routes';
import { createAccountService } from './account/account-service';
import { adminBindings } from './admin/admin-routes';
import { createAdminService } from './admin/admin-service';
import { blockBindings } from './block/block-routes';
import { createBlockService } from './block/block-service';
import { createEntitlementService } from './entitlement/entitlement-service';
import { mediaBindings } from './media/media-routes';
import { createMediaService } from './media/media-service';
import { messageBindings } from './message/message-routes';
import { createMessageService } from './message/message-service';
import { createTypingHandler } from './message/typing';
import { createFileSlots } from './people/file-slots';
import { createPeopleService } from './people/people-service';
import { createPerformerMediaService } from './performer/performer-media-service';
import { createPerformerProfileService } from './performer/performer-profile-service';
import { createPerformerRegistrationService } from './performer/performer-registration-service';
import { performerBindings } from './performer/performer-routes';
import { createPerformerService } from './performer/performer-service';
import { postBindings } from './post/post-routes';
import { createPostService } from './post/post-service';
import { referenceBindings } from './reference/reference-routes';
import { createReferenceService } from './reference/reference-service';
import { createPresenceService } from './presence/presence-service';
import { createEmailVerificationService } from './session/email-verification-service';
import { createIdentityService } from './session/identity-service';
import { createLoginService } from './session/login-service';
import { createPasswordService } from './session/password-service';
import { createRegistrationService } from './session/registration-service';
import { sessionBindings } from './session/session-routes';
import { createSessionService } from './session/session-service';
import { settingsBindings } from './settings/settings-routes';
import { createSettingsService } from './settings/settings-service';

/**
 * Makes every service, the lower ones first: a module may use the services made before it.
 */
export function createServices(context: ServerContext) {
  const settings = createSettingsService(context);
  const session = createSessionService(context);
  const login = createLoginService(context, { session, settings });
  const emailVerification = createEmailVerificationService(context, { settings });
  const passwords = createPasswordService(context, { session, settings });
  const identity = createIdentityService(context, { session, settings, passwords, emailVerification });
  const registration = createRegistrationService(context, { identity });
  const media = createMediaService(context);
  const entitlement = createEntitlementService(context);
  media.setGuard(entitlement.canOpenFile);
  const people = createPeopleService(context, { publicUrl: media.publicUrl, settings });
  const block = createBlockService(context, { people, settings });
  const fileSlots = createFileSlots(context, { media });
  const performer = createPerformerService(context, { people, media });
  const performerProfile = createPerformerProfileService(context, { people, identity, settings, performer });
  const performerMedia = createPerformerMediaService(context, { media, fileSlots });
  const performerRegistration = createPerformerRegistrationService(context, { identity, settings, fileSlots, media });
  const account = createAccountService(context, { people, performer, identity, media, fileSlots });
  const admin = createAdminService(context, { people, account, identity });
  const post = createPostService(context);
  const reference = createReferenceService(context, { media, settings });
  const message = createMessageService(context, { people, media, settings });
  const presence = createPresenceService(context);
  const socketHandlers: SocketHandlers = {
    on: { typing: createTypingHandler(context, message), ...presence.socketHandlers },
    onPresence: presence.onPresence,
    onAlive: presence.onAlive,
  };
  return {
    settings,
    session,
    login,
    emailVerification,
    passwords,
    identity,
    registration,
    media,
    entitlement,
    people,
    block,
    fileSlots,
    performer,
    performerProfile,
    performerMedia,
    performerRegistration,
    account,
    admin,
    post,
    reference,
    message,
    presence,
    socketHandlers,
  };
}

export type Services = ReturnType<typeof createServices>;

/** Which code answers which endpoint. */
export function listBindings(services: Services): Binding[] {
  return [
    ...settingsBindings(services.settings),
    ...sessionBindings(services),
    ...blockBindings(services.block),
    ...performerBindings(services),
    ...accountBindings(services.account),
    ...adminBindings(services.admin),
    ...postBindings(services.post),
    ...referenceBindings(services.reference),
    ...mediaBindings(services.media),
    ...messageBindings(services.message),
  ];
}

/** Ties background jobs to the services that do them, and their schedules. */
export function registerJobs(context: ServerContext, services: Services): void {
  const { jobs, gateways } = context;
  jobs.work('send-mail', (mail) => gateways.mail.send(mail));
  jobs.work('process-file', ({ fileId }) => services.media.process(fileId));
  jobs.work('resume-files', () => services.media.resume());
  jobs.repeat('resume-files', '* * * * *');
  jobs.work('sweep-presence', () => services.presence.sweep());
  jobs.repeat('sweep-presence', '* * * * *');
  jobs.work('sweep', async () => {
    await services.session.sweep();
    await services.performer.refreshScores();
  });
  jobs.repeat('sweep', '17 * * * *');
}
