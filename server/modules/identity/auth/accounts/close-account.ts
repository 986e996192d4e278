import type { Operator } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError, requireFound } from '../../../../errors';
import type { Mail } from '../../../../gateways/mail';
import { readPersonBalances } from '../../../../ledger/accounts';
import { recordAct } from '../../../../operator-log/record-act';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { SessionService } from '../session/session-service';
import { accountClosedMail, accountReopenedMail } from './account-closure-mails';
import type { AccountRow, IdentityRepository } from './identity-repository';

interface ClosureDeps extends Pick<ServerContext, 'db' | 'env' | 'jobs'> {
  identities: Pick<IdentityRepository, 'lock' | 'update'>;
  session: Pick<SessionService, 'closeAll' | 'clearCache'>;
  settings: Pick<SettingsService, 'read'>;
}

/**
 * Logs the account out and hides it; fans keep what they bought. A deletion that its owner requested stays due.
 *
 * @param reason mailed to the account
 * @throws AppError ENTITY_NOT_FOUND, OPERATOR_ACCOUNT, CHANGED_ELSEWHERE unless it is open
 */
export async function closeAccount(deps: ClosureDeps, id: string, reason: string, by: Operator): Promise<void> {
  const { db, identities, session } = deps;
  await inTransaction(db, async (tx) => {
    const account = requireFound(await identities.lock(id, tx));
    if (account.roles.includes('admin')) throw new AppError('OPERATOR_ACCOUNT');
    if (account.status !== 'active' && account.status !== 'closing') throw notPossible();
    await identities.update(id, { status: 'inactive' }, tx);
    await session.closeAll(id, { tx });
    tx.afterCommit(() => session.clearCache(id));
    const isCreator = account.kind === 'performer';
    const { wallet } = await readPersonBalances(tx, id);
    await sendMail(
      deps,
      account,
      { path: '/contact', compose: (to) => accountClosedMail({ ...to, reason, isCreator, wallet }) },
      tx,
    );
    await recordAct(tx, by, {
      act: 'account.closed',
      subject: { kind: 'account', id },
      details: { before: account.status, reason },
    });
  });
}

/** @param reason for the log @throws AppError ENTITY_NOT_FOUND, CHANGED_ELSEWHERE unless it is closed */
export async function reopenAccount(deps: ClosureDeps, id: string, reason: string, by: Operator): Promise<void> {
  const { db, identities, session } = deps;
  await inTransaction(db, async (tx) => {
    const account = requireFound(await identities.lock(id, tx));
    if (account.status !== 'inactive') throw notPossible();
    await identities.update(id, { status: account.deletionAt === null ? 'active' : 'closing' }, tx);
    tx.afterCommit(() => session.clearCache(id));
    await sendMail(deps, account, { path: '/auth/login', compose: accountReopenedMail }, tx);
    await recordAct(tx, by, { act: 'account.reopened', subject: { kind: 'account', id }, details: { reason } });
  });
}

const notPossible = () =>
  new AppError('CHANGED_ELSEWHERE', { message: 'The status of this account has changed. Reload the page to see it.' });

async function sendMail(
  { settings, env, jobs }: ClosureDeps,
  { email }: AccountRow,
  { path, compose }: { path: string; compose(to: { siteName: string; to: string; url: string }): Mail },
  tx: Tx,
): Promise<void> {
  if (!email) return;
  const { siteName } = await settings.read(tx);
  const mail = compose({ siteName, to: email, url: `${env.WEB_PUBLIC_URL}${path}` });
  await jobs.send('send-mail', { kind: 'news', ...mail }, { tx });
}
