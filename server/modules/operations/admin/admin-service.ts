import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError, found } from '../../../errors';
import type { UploadedFile } from '../../../http/uploads';
import type { AccountService } from '../../identity/account/account-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { IdentityService } from '../../identity/auth/identity/identity-service';

/** What operators do to other people's accounts. Balances are not among it: money moves through the ledger only. */
export function createAdminService(
  { db }: Pick<ServerContext, 'db'>,
  needs: {
    people: PeopleService;
    account: AccountService;
    identity: IdentityService;
  },
) {
  async function assertFan(id: string): Promise<void> {
    const { account } = found(await needs.people.find(id));
    if (account.kind !== 'user') throw new AppError('ENTITY_NOT_FOUND');
  }

  return {
    /** Makes a fan an administrator or takes it back, from the command line. @throws AppError ENTITY_NOT_FOUND */
    async grant(username: string, role: 'user' | 'admin'): Promise<void> {
      const { account } = found(await needs.people.findByKey(username));
      if (account.kind !== 'user') throw new AppError('ENTITY_NOT_FOUND');
      const roles = role === 'admin' ? ['user', 'admin'] : ['user'];
      const store = await needs.identity.prepareUpdate(account.id, { roles }, { actor: null, ip: '' });
      await inTransaction(db, store);
    },

    /** @throws AppError ENTITY_NOT_FOUND, EMAIL_TAKEN, USERNAME_TAKEN, USERNAME_RESERVED */
    async updateUser(
      actor: Actor,
      id: string,
      changes: EndpointPart<'updateUser', 'body'>,
      ip: string,
    ): Promise<EndpointReply<'updateUser'>> {
      assertAllowed(actor.isAdmin);
      await assertFan(id);
      const store = await needs.identity.prepareUpdate(id, changes, { actor, ip });
      await inTransaction(db, store);
      return needs.account.readUserMe(id, actor);
    },

    /** @throws AppError ENTITY_NOT_FOUND, NO_FILE, INVALID_IMAGE */
    async replaceAvatar(
      actor: Actor,
      id: string,
      upload: UploadedFile | undefined,
    ): Promise<EndpointReply<'uploadUserAvatar'>> {
      assertAllowed(actor.isAdmin);
      await assertFan(id);
      return needs.account.replaceAvatar(id, upload);
    },
  };
}

export type AdminService = ReturnType<typeof createAdminService>;
