import type { EndpointPart } from '@contract/schemas';
import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction } from '../../../../db/transaction';
import type { SessionService } from '../session/session-service';
import type { ConfirmationService } from './confirmation-service';
import { hashPassword } from './passwords';
import { assertStrongForAccount, storePassword, type StorePasswordDeps } from './store-password';

interface ChangePasswordDeps extends StorePasswordDeps, Pick<ServerContext, 'db'> {
  confirmation: Pick<ConfirmationService, 'assertProved'>;
  session: Pick<SessionService, 'closeAll' | 'lockOwn'>;
}

/**
 * Compatible clients send no `currentPassword`; for them, a login within the last ten minutes suffices.
 * @throws AppError FRESH_LOGIN_REQUIRED, WRONG_PASSWORD, PASSWORD_TOO_WEAK
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  actor: Actor,
  { password, currentPassword }: EndpointPart<'updatePassword', 'body'>,
  ip: string,
): Promise<true> {
  await deps.confirmation.assertProved(actor, { currentPassword, ip });
  await assertStrongForAccount(deps, actor.id, password);
  const passwordHash = await hashPassword(password, { key: actor.id });
  await inTransaction(deps.db, async (tx) => {
    await deps.session.lockOwn(actor, tx);
    await storePassword(deps, actor.id, { passwordHash, keepSession: actor.sessionId }, tx);
  });
  return true;
}
