import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { MediaService } from '../../site/media/media-service';
import type { PeopleService } from '../people/people-service';
import type { FileSlots } from '../people/file-slots';
import type { PerformerService } from '../performer/performer-service';
import type { PresenceService } from '../presence/presence-service';
import type { EmailChangeService } from '../auth/credentials/email-change-service';
import type { IdentityService } from '../auth/accounts/identity-service';
import { createAccountRepository } from './account-repository';
import { getUser, readUserMe, searchUsers } from './read-users';
import { updateMe } from './update-me';
import { updatePreferences } from './update-preferences';

type Me = EndpointReply<'getMe'>;

export function createAccountService(
  { db, clock, events }: Pick<ServerContext, 'db' | 'clock' | 'events'>,
  needs: {
    people: PeopleService;
    performer: PerformerService;
    identity: IdentityService;
    emailChange: EmailChangeService;
    media: MediaService;
    fileSlots: FileSlots;
    presence: PresenceService;
  },
) {
  const repository = createAccountRepository(db);
  const reads = { db, people: needs.people, repository };

  const service = {
    getMe: (actor: Actor): Promise<Me> =>
      actor.kind === 'performer' ? needs.performer.getMe(actor) : readUserMe(reads, actor.id, actor),

    async updateMe(
      actor: Actor,
      changes: Parameters<typeof updateMe>[2],
      call: Parameters<typeof updateMe>[3],
    ): Promise<Me> {
      await updateMe({ db, clock, events, identity: needs.identity, repository }, actor, changes, call);
      return service.getMe(actor);
    },

    readUserMe: (id: string, viewer: Actor) => readUserMe(reads, id, viewer),
    search: (actor: Actor, query: EndpointPart<'searchUsers', 'query'>) => searchUsers(reads, actor, query),
    getUser: (actor: Actor, id: string) => getUser(reads, actor, id),

    async noteShown(actor: Actor, flags: { followPopupShown?: boolean; welcomeVideoDismissed?: boolean }): Promise<Me> {
      await repository.update(actor.id, flags);
      return service.getMe(actor);
    },

    /** @throws AppError NO_FILE, INVALID_IMAGE */
    async replaceAvatar(accountId: string, upload: UploadedFile | undefined): Promise<EndpointReply<'uploadMyAvatar'>> {
      if (!upload) throw new AppError('NO_FILE');
      const file = await needs.fileSlots.fill(accountId, 'avatar', upload);
      return { success: true, url: needs.media.publicUrl(file, 'small') };
    },

    async removeAvatar(actor: Actor): Promise<Me> {
      await needs.fileSlots.clear(actor.id, 'avatar');
      return service.getMe(actor);
    },

    /** @throws AppError ENTITY_NOT_FOUND if no change of email is pending, TOO_MANY_REQUESTS */
    async resendEmailChange(actor: Actor): Promise<Me> {
      const pending = requireFound((await needs.people.find(actor.id))?.account.pendingEmail);
      await inTransaction(db, (tx) => needs.emailChange.sendLink(actor.id, pending, tx));
      return service.getMe(actor);
    },

    async cancelEmailChange(actor: Actor): Promise<Me> {
      await inTransaction(db, (tx) => needs.emailChange.cancel(actor.id, tx));
      return service.getMe(actor);
    },

    async updatePreferences(actor: Actor, body: EndpointPart<'updatePreferences', 'body'>): Promise<Me> {
      await updatePreferences({ presence: needs.presence, repository }, actor, body);
      return service.getMe(actor);
    },
  };
  return service;
}

export type AccountService = ReturnType<typeof createAccountService>;
