import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { type Actor, assertAllowed, may, requireOperator } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { recordAct } from '../../../operator-log/record-act';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { AccountService } from '../../identity/account/account-service';
import type { PeopleService, PersonRow } from '../../identity/people/people-service';
import type { IdentityService } from '../../identity/auth/accounts/identity-service';

/** Roles are given and taken by the operators' own calls, which keep an owner on the site. @throws AppError OPERATOR_ACCOUNT */
function assertRoleKept(
  { roles, status }: PersonRow['account'],
  changes: Pick<EndpointPart<'updateUser', 'body'>, 'roles' | 'status'>,
): void {
  const isOperator = roles.includes('admin');
  if (isOperator && changes.status !== undefined && changes.status !== status) throw new AppError('OPERATOR_ACCOUNT');
  if (changes.roles && changes.roles.some((role) => role !== 'user') !== isOperator)
    throw new AppError('OPERATOR_ACCOUNT', { message: 'Roles are given and taken in the console, under Operators.' });
}

/** Balances are excluded: money moves only through the ledger. */
export function createAdminService(
  { db }: Pick<ServerContext, 'db'>,
  needs: {
    people: PeopleService;
    account: AccountService;
    identity: IdentityService;
  },
) {
  function getFan(row: PersonRow | null): PersonRow['account'] {
    return requireFound(row?.account.kind === 'user' ? row.account : null);
  }

  return {
    async updateUser(
      actor: Actor,
      id: string,
      { roles, ...changes }: EndpointPart<'updateUser', 'body'>,
      ip: string,
    ): Promise<EndpointReply<'updateUser'>> {
      assertAllowed(may(actor, 'editAccounts'));
      assertRoleKept(getFan(await needs.people.find(id)), { roles, status: changes.status });
      const store = await needs.identity.prepareUpdate(id, changes, { actor, ip });
      await inTransaction(db, async (tx) => {
        await store(tx);
        // Names of the fields only: their values are personal, and a password is a secret.
        const details = { changed: Object.keys(changes) };
        await recordAct(tx, requireOperator(actor), {
          act: 'account.changed',
          subject: { kind: 'account', id },
          details,
        });
      });
      return needs.account.readUserMe(id, actor);
    },

    async replaceAvatar(
      actor: Actor,
      id: string,
      upload: UploadedFile | undefined,
    ): Promise<EndpointReply<'uploadUserAvatar'>> {
      assertAllowed(may(actor, 'editAccounts'));
      getFan(await needs.people.find(id));
      return needs.account.replaceAvatar(id, upload);
    },
  };
}
