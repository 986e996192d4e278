import { and, eq, gt, gte, isNull, or } from 'drizzle-orm';
import type { Db } from '../../../../db/client';
import { accounts, oneTimeTokens } from '../../../../db/schema/accounts';
import type { Executor, Tx } from '../../../../db/transaction';
import { firstOrNull, findRow } from '../../../../db/query-helpers';
import { hashToken, newToken } from '../session/tokens';

type TokenRow = typeof oneTimeTokens.$inferSelect;
type TokenKind = TokenRow['kind'];

export type OneTimeTokenRepository = ReturnType<typeof createOneTimeTokenRepository>;

export function createOneTimeTokenRepository(db: Db) {
  return {
    /** Invalidates tokens of a kind: all of them or, with `outrankedBy`, only those that are not older or have its subject. */
    async retire(
      accountId: string,
      kind: TokenKind,
      now: Date,
      tx: Executor = db,
      outrankedBy?: Pick<TokenRow, 'createdAt' | 'subject'>,
    ): Promise<void> {
      const isOfAccount = and(eq(oneTimeTokens.accountId, accountId), eq(oneTimeTokens.kind, kind));
      const isOutranked =
        outrankedBy &&
        or(gte(oneTimeTokens.createdAt, outrankedBy.createdAt), eq(oneTimeTokens.subject, outrankedBy.subject));
      await tx
        .update(oneTimeTokens)
        .set({ usedAt: now })
        .where(and(isOfAccount, isNull(oneTimeTokens.usedAt), isOutranked));
    },

    /** @returns the token; only its hash is stored */
    async issue(
      row: { accountId: string; kind: TokenKind; subject: string; now: Date; lifeMs: number },
      tx: Executor = db,
    ): Promise<string> {
      const { accountId, kind, subject, now, lifeMs } = row;
      const token = newToken();
      const expiresAt = new Date(now.getTime() + lifeMs);
      await tx
        .insert(oneTimeTokens)
        .values({ accountId, kind, subject, tokenHash: hashToken(token), expiresAt, createdAt: now });
      return token;
    },

    /** Locks the account until the transaction ends, so that concurrent requests count each other's tokens. */
    async countSince(accountId: string, kind: TokenKind, since: Date, tx: Tx): Promise<number> {
      await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
      return tx.$count(
        oneTimeTokens,
        and(eq(oneTimeTokens.accountId, accountId), eq(oneTimeTokens.kind, kind), gt(oneTimeTokens.createdAt, since)),
      );
    },

    /** @returns null if it is unknown, used or expired */
    use: (token: string, kind: TokenKind, now: Date, tx: Executor = db): Promise<TokenRow | null> =>
      firstOrNull(
        tx
          .update(oneTimeTokens)
          .set({ usedAt: now })
          .where(
            and(
              eq(oneTimeTokens.tokenHash, hashToken(token)),
              eq(oneTimeTokens.kind, kind),
              isNull(oneTimeTokens.usedAt),
              gt(oneTimeTokens.expiresAt, now),
            ),
          )
          .returning(),
      ),

    /** Also finds used and expired tokens. */
    find: (token: string, kind: TokenKind, tx: Executor = db) =>
      findRow(tx, oneTimeTokens, eq(oneTimeTokens.tokenHash, hashToken(token)), eq(oneTimeTokens.kind, kind)),
  };
}
