import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Db } from '../db/client';
import { sandboxTwitterTokens } from '../db/schema/logins';
import { AppError } from '../errors';
import type { TwitterGateway } from './identity';

/** Milliseconds a log-in may take from start to end. */
const LIFE_MS = 15 * 60 * 1000;

const randomText = () => randomBytes(24).toString('base64url');
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Stands for Twitter on one machine: the same three steps, and a page of ours that asks which test identity to be. */
export function createSandboxTwitter(options: { db: Db; apiUrl: string; now(): Date }): TwitterGateway & {
  sandbox: NonNullable<TwitterGateway['sandbox']>;
} {
  const { db, now } = options;
  const table = sandboxTwitterTokens;
  const isOpen = (token: string) => and(eq(table.tokenHash, hash(token)), gt(table.expiresAt, now()));

  return {
    isProduction: false,

    async start(callbackUrl) {
      await db.delete(table).where(lt(table.expiresAt, now()));
      const [token, secret] = [randomText(), randomText()];
      const expiresAt = new Date(now().getTime() + LIFE_MS);
      await db.insert(table).values({ tokenHash: hash(token), secretHash: hash(secret), callbackUrl, expiresAt });
      return { url: `${options.apiUrl}/sandbox/twitter?oauth_token=${token}`, token, secret };
    },

    async finish({ token, secret, verifier }) {
      const [row] = await db
        .delete(table)
        .where(and(isOpen(token), eq(table.secretHash, hash(secret)), eq(table.verifierHash, hash(verifier))))
        .returning();
      if (!row?.identity) throw new AppError('PROVIDER_REFUSED');
      return row.identity;
    },

    sandbox: {
      async findCallback(token) {
        const [row] = await db
          .select({ callbackUrl: table.callbackUrl })
          .from(table)
          .where(and(isOpen(token), isNull(table.verifierHash)));
        return row?.callbackUrl ?? null;
      },

      async grant(token, { handle, name }) {
        const verifier = randomText();
        const subject = `sandbox-${hash(handle.toLowerCase()).slice(0, 24)}`;
        const identity = { subject, label: `@${handle}`, name };
        const rows = await db
          .update(table)
          .set({ verifierHash: hash(verifier), identity })
          .where(and(isOpen(token), isNull(table.verifierHash)))
          .returning({ tokenHash: table.tokenHash });
        return rows.length > 0 ? verifier : null;
      },
    },
  };
}
