import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { rooms } from '../../../../realtime/publish';
import type { SettingsService } from '../../../site/settings/settings-service';
import { verificationMail } from './account-mails';
import type { AddressProofService } from './address-proof-service';
import { createIdentityRepository } from '../accounts/identity-repository';
import { createOneTimeTokenRepository } from './one-time-token-repository';

const DAY_MS = 24 * 3600 * 1000;
const LIFE_MS = 3 * DAY_MS;
/** Mails an hour and account: further wishes are answered alike and send nothing. */
const MAILS_AN_HOUR = 4;

interface VerificationWish {
  accountId?: string | undefined;
  email: string;
  returnTo?: string | undefined;
}

/** Proving that an e-mail address belongs to the account. */
export function createEmailVerificationService(
  { db, env, jobs, clock, publisher }: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock' | 'publisher'>,
  { settings, addressProof }: { settings: SettingsService; addressProof: AddressProofService },
) {
  const identities = createIdentityRepository(db);
  const tokens = createOneTimeTokenRepository(db);

  const service = {
    /**
     * Mails the link, as part of the transaction that made or changed the account.
     *
     * @param account.returnTo path that its page leads back to: in the link, so that it holds on any device.
     */
    async sendLink({ id, email, returnTo }: { id: string; email: string; returnTo?: string }, tx: Tx): Promise<void> {
      const now = clock.now();
      const sent = await tokens.countSince(id, 'verify-email', new Date(now.getTime() - 3600 * 1000), tx);
      if (sent >= MAILS_AN_HOUR) return;
      const row = { accountId: id, kind: 'verify-email', subject: email, now, lifeMs: LIFE_MS } as const;
      const token = await tokens.issue(row, tx);
      const { siteName } = await settings.read(tx);
      const query = new URLSearchParams({ token, ...(returnTo && { returnTo }) });
      const url = `${env.WEB_PUBLIC_URL}/auth/email-verified?${query.toString()}`;
      await jobs.send('send-mail', verificationMail({ siteName, to: email, url }), { tx });
    },

    /**
     * Has the link sent again. An id and e-mail that do not belong together, or are confirmed, are answered alike, and as
     * fast, since the account is looked for later. Promises I-7.
     */
    async resend({
      source,
      returnTo,
    }: EndpointPart<'sendEmailVerification', 'body'>): Promise<EndpointReply<'sendEmailVerification'>> {
      await jobs.send('send-verification-link', { accountId: source._id, email: source.email, returnTo });
      return { message: 'Check your inbox: if this email still has to be confirmed, you will find a link there.' };
    },

    /** Mails the link, if an account has this e-mail and it is not confirmed. */
    async resendLink({ accountId, email, returnTo }: VerificationWish): Promise<void> {
      const account = await (accountId === undefined
        ? identities.findByLogin({ name: email })
        : identities.find(accountId));
      if (!account || account.email !== email || account.verifiedEmail) return;
      await inTransaction(db, (tx) => service.sendLink({ id: account.id, email, returnTo }, tx));
    },

    /**
     * The state of a mailed link, which stays as it is.
     *
     * @returns `open` while it would confirm the e-mail, `done` when it has, `gone` when it cannot.
     */
    async inspectLink(token: string): Promise<'open' | 'done' | 'gone'> {
      const link = await tokens.find(token, 'verify-email');
      const account = link && (await identities.find(link.accountId));
      if (!link || !account || account.email !== link.subject) return 'gone';
      if (link.usedAt !== null) return account.verifiedEmail ? 'done' : 'gone';
      return link.expiresAt > clock.now() ? 'open' : 'gone';
    },

    /**
     * Takes the token of a mailed link. A link that was taken before does nothing more, and is none the worse for it.
     *
     * @throws AppError LINK_EXPIRED when the e-mail is not confirmed by it, now or before.
     */
    async confirm(token: string): Promise<void> {
      const isConfirmed = await inTransaction(db, async (tx) => {
        const fresh = await tokens.use(token, 'verify-email', clock.now(), tx);
        if (!fresh) return false;
        // The page that asked for it goes on by itself.
        tx.afterCommit(() => publisher.publish('account_changed', rooms.account(fresh.accountId)));
        return addressProof.prove(fresh.accountId, fresh.subject, tx);
      });
      if (!isConfirmed && (await service.inspectLink(token)) !== 'done') throw new AppError('LINK_EXPIRED');
    },
  };
  return service;
}

export type EmailVerificationService = ReturnType<typeof createEmailVerificationService>;
