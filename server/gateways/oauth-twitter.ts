import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { ITwitterApiClientPlugin, TwitterApi, TwitterApiTokens } from 'twitter-api-v2';
import type { Db } from '../db/client';
import { hasRows, findRow } from '../db/query-helpers';
import { sandboxTwitterTokens } from '../db/schema/logins';
import { AppError } from '../errors';
import type { TwitterGateway } from './oauth-provider';

/**
 * OAuth 1.0a: gets a request token, sends the user to Twitter, and exchanges the token for an access token.
 *
 * @param options.plugins intercept requests; tests reply in them.
 */
export function createTwitter(options: {
  key: string;
  secret: string;
  plugins?: ITwitterApiClientPlugin[];
}): TwitterGateway {
  const app = { appKey: options.key, appSecret: options.secret };
  // Loaded at the first login: most sites never need it.
  const library = () => import('twitter-api-v2');

  async function ask<T>(tokens: TwitterApiTokens, question: (client: TwitterApi) => Promise<T>): Promise<T> {
    const { TwitterApi, ApiResponseError } = await library();
    try {
      return await question(new TwitterApi(tokens, { plugins: options.plugins ?? [] }));
    } catch (error) {
      // Twitter's replies can quote tokens, so only the status is passed on.
      const status = error instanceof ApiResponseError ? error.code : undefined;
      const details = `Twitter answered ${status ?? 'nothing'}`;
      const isNo = status !== undefined && status < 500 && status !== 429;
      throw new AppError(isNo ? 'PROVIDER_REFUSED' : 'PROVIDER_UNREACHABLE', { details });
    }
  }

  return {
    isProduction: true,

    async start(callbackUrl) {
      const link = await ask(app, (client) => client.generateAuthLink(callbackUrl, { linkMode: 'authenticate' }));
      return { url: link.url, token: link.oauth_token, secret: link.oauth_token_secret };
    },

    async finish({ token, secret, verifier }) {
      const tokens = { ...app, accessToken: token, accessSecret: secret };
      const { userId, screenName } = await ask(tokens, (client) => client.login(verifier));
      return { subject: userId, label: `@${screenName}`, name: screenName };
    },
  };
}

const LIFE_MS = 15 * 60 * 1000;

const randomText = () => randomBytes(24).toString('base64url');
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Simulates Twitter: the same three steps, with our own page on which developers choose a test identity. */
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
        const row = await findRow(db, table, isOpen(token), isNull(table.verifierHash));
        return row?.callbackUrl ?? null;
      },

      async grant(token, { handle, name }) {
        const verifier = randomText();
        const subject = `sandbox-${hash(handle.toLowerCase()).slice(0, 24)}`;
        const identity = { subject, label: `@${handle}`, name };
        const granted = db
          .update(table)
          .set({ verifierHash: hash(verifier), identity })
          .where(and(isOpen(token), isNull(table.verifierHash)))
          .returning({ tokenHash: table.tokenHash });
        return (await hasRows(granted)) ? verifier : null;
      },
    },
  };
}
