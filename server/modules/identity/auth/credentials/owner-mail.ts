import type { ServerContext } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import type { Mail } from '../../../../gateways/mail';
import { getOwnerMailKind } from '../../../../lib/mail-priority';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createIdentityRepository } from '../accounts/identity-repository';

type Compose = (recipient: { siteName: string; to: string; url: string }) => Mail;

/** Sends a mail once the transaction has committed; no mail if the account has no email. */
export type MailOwner = (accountId: string, compose: Compose, tx: Tx) => Promise<void>;

export function createOwnerMail(
  { db, env, jobs }: Pick<ServerContext, 'db' | 'env' | 'jobs'>,
  { settings }: { settings: SettingsService },
): MailOwner {
  const identities = createIdentityRepository(db);
  return async (accountId, compose, tx) => {
    const account = await identities.find(accountId, tx);
    if (!account?.email) return;
    const { siteName } = await settings.read(tx);
    const url = `${env.WEB_PUBLIC_URL}/auth/forgot-password`;
    const mail = compose({ siteName, to: account.email, url });
    await jobs.send('send-mail', { kind: getOwnerMailKind(account), ...mail }, { tx });
  };
}
