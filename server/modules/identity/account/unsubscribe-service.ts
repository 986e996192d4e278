import { defaultMails } from '@contract/base/limits';
import { sql, eq } from 'drizzle-orm';
import type { ServerContext } from '../../../context';
import { accounts } from '../../../db/schema/accounts';
import { AppError } from '../../../errors';
import { createSigner } from '../../../media/media-links';

const NONE = Object.fromEntries(Object.keys(defaultMails).map((kind) => [kind, false]));

/** Turns off all email digests without a login. The signed link never expires, because people use links in old mails. */
export function createUnsubscribeService({ db, env }: Pick<ServerContext, 'db' | 'env'>) {
  const { seal, isSealed } = createSigner(env.APP_SECRET, 'unsubscribe');

  const readAccountId = (token: string): string | null => {
    const [accountId = '', signature = ''] = token.split('.');
    return accountId !== '' && isSealed(signature, accountId) ? accountId : null;
  };

  return {
    /** Headers that let mail clients offer one-click unsubscribe. RFC 8058. */
    headers: (accountId: string): Record<string, string> => ({
      'List-Unsubscribe': `<${env.API_PUBLIC_URL}/auth/unsubscribe?token=${accountId}.${seal(accountId)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),

    inspectLink: async (token: string): Promise<'open' | 'gone'> => (readAccountId(token) === null ? 'gone' : 'open'),

    /** @throws AppError LINK_EXPIRED if the signature is invalid */
    async unsubscribe(token: string): Promise<void> {
      const accountId = readAccountId(token);
      if (accountId === null) throw new AppError('LINK_EXPIRED');
      await db
        .update(accounts)
        .set({ mailPreferences: sql`${accounts.mailPreferences} || ${JSON.stringify(NONE)}::jsonb` })
        .where(eq(accounts.id, accountId));
    },
  };
}

export type UnsubscribeService = ReturnType<typeof createUnsubscribeService>;
