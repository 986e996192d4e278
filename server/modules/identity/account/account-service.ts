import { defaultMails } from '@contract/base/limits';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import { readPersonBalances } from '../../../ledger/accounts';
import type { UserMe } from '@contract/identity/people-schemas';
import type { z } from 'zod';
import type { MediaService } from '../../site/media/media-service';
import { presentOwnState, type PeopleService, type UserView } from '../people/people-service';
import type { FileSlots } from '../people/file-slots';
import type { PerformerService } from '../performer/performer-service';
import type { PresenceService } from '../presence/presence-service';
import type { EmailChangeService } from '../auth/credentials/email-change-service';
import type { IdentityService } from '../auth/accounts/identity-service';
import { createAccountRepository } from './account-repository';

type Me = EndpointReply<'getMe'>;
type UserMeView = z.input<typeof UserMe>;

/** The caller's own account, of either kind, and fans as others see them. */
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

  const service = {
    /** The current user or performer. */
    getMe: (actor: Actor): Promise<Me> =>
      actor.kind === 'performer' ? needs.performer.getMe(actor) : service.readUserMe(actor.id, actor),

    /** `User.me`, for the fan and administrators. @throws AppError ENTITY_NOT_FOUND for performers too. */
    async readUserMe(id: string, viewer: Actor): Promise<UserMeView> {
      assertAllowed(canReadUserMe(viewer, id));
      const [person, views, balances] = await Promise.all([
        needs.people.find(id),
        needs.people.views([id], viewer),
        readPersonBalances(db, id),
      ]);
      const { account } = requireFound(person);
      if (account.kind !== 'user') throw new AppError('ENTITY_NOT_FOUND');
      return {
        ...(requireFound(views.get(id)) as UserView),
        ...presentOwnState(account, balances),
        status: account.status,
        gender: account.gender,
        roles: account.roles,
        isAgeDeclared: account.ageDeclaredAt !== null,
      };
    },

    /** @throws AppError EMAIL_TAKEN, USERNAME_TAKEN, USERNAME_RESERVED, FRESH_LOGIN_REQUIRED, WRONG_PASSWORD */
    async updateMe(
      actor: Actor,
      { currentPassword, isOfAge, ...changes }: EndpointPart<'updateMe', 'body'>,
      { ip, revision }: { ip: string; revision?: number | undefined },
    ): Promise<Me> {
      const by = { actor, currentPassword, ip, revision };
      const store = await needs.identity.prepareUpdate(actor.id, changes, by);
      await inTransaction(db, async (tx) => {
        await store(tx);
        if (isOfAge && (await repository.declareAge(actor.id, clock.now(), tx)))
          await events.emit(tx, 'ageDeclared', { accountId: actor.id });
      });
      return service.getMe(actor);
    },

    /** Active fans, for the pickers of creators, who write to them or block them. */
    async search(actor: Actor, query: EndpointPart<'searchUsers', 'query'>): Promise<EndpointReply<'searchUsers'>> {
      assertAllowed(isPerformer(actor));
      const { ids, total } = await repository.searchUserIds(query, actor.id);
      const views = await needs.people.views(ids, actor);
      return {
        data: ids.map((id) => views.get(id) as UserView | undefined).filter((view) => view !== undefined),
        total,
      };
    },

    /** A fan as others see them. @throws AppError ENTITY_NOT_FOUND for inactive ones and performers */
    async getUser(actor: Actor, id: string): Promise<UserView> {
      const { account } = requireFound(await needs.people.find(id));
      if (account.kind !== 'user' || account.status !== 'active') throw new AppError('ENTITY_NOT_FOUND');
      return requireFound((await needs.people.views([id], actor)).get(id)) as UserView;
    },

    /** Remembers what the caller has been shown. */
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

    /** @throws AppError ENTITY_NOT_FOUND when no other e-mail was asked for, TOO_MANY_REQUESTS */
    async resendEmailChange(actor: Actor): Promise<Me> {
      const pending = requireFound((await needs.people.find(actor.id))?.account.pendingEmail);
      await inTransaction(db, (tx) => needs.emailChange.sendLink(actor.id, pending, tx));
      return service.getMe(actor);
    },

    async cancelEmailChange(actor: Actor): Promise<Me> {
      await inTransaction(db, (tx) => needs.emailChange.cancel(actor.id, tx));
      return service.getMe(actor);
    },

    /**
     * What people want others to see of them, who may write to them or comment, and which mails they get. What is not sent
     * stays as it is. Ux AS-8.
     */
    async updatePreferences(
      actor: Actor,
      { hideFromSearch, showOnline, readReceipts, mails = {}, ...circles }: EndpointPart<'updatePreferences', 'body'>,
    ): Promise<Me> {
      const { messagesFrom } = circles;
      const commentsFrom = isPerformer(actor) ? circles.commentsFrom : undefined;
      await repository.update(actor.id, {
        ...{ hidesFromSearch: hideFromSearch, sendsReceipts: readReceipts, messagesFrom, commentsFrom },
      });
      await repository.mergeMails(actor.id, differing(mails));
      if (showOnline !== undefined) await needs.presence.setVisible(actor.id, showOnline);
      return service.getMe(actor);
    },
  };
  return service;
}

export type AccountService = ReturnType<typeof createAccountService>;

/** What a fan keeps to themselves: e-mail, wallet, legal name. */
const canReadUserMe = (actor: Actor, userId: string): boolean => actor.id === userId || actor.isAdmin;

/** Only what differs from the default is stored; null takes a choice back. */
function differing(mails: Partial<Record<keyof typeof defaultMails, boolean>>): Record<string, boolean | null> {
  const chosen = Object.entries(mails) as [keyof typeof defaultMails, boolean][];
  return Object.fromEntries(chosen.map(([kind, wants]) => [kind, wants === defaultMails[kind] ? null : wants]));
}
