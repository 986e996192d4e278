import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../../context';
import { hasRows, findRow } from '../../../../db/query-helpers';
import { providerProofs } from '../../../../db/schema/logins';
import type { Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { OutsideIdentity } from '../../../../gateways/oauth-provider';
import type { SettingsService } from '../../../site/settings/settings-service';
import { hashToken } from '../session/tokens';

/** How long the user has to log in at Twitter. */
const TWITTER_LOGIN_MS = 15 * 60 * 1000;
/** How long the user has for the second step after Twitter has confirmed the identity. */
const SECOND_STEP_MS = 10 * 60 * 1000;
/** A used Google token is stored until this long after its expiry, in case clocks differ. */
const CLOCK_TOLERANCE_MS = 60 * 1000;

/** An identity that Google or Twitter has confirmed. It can be read repeatedly until it is used. */
export interface OutsideProof {
  provider: 'google' | 'twitter';
  identity: OutsideIdentity & {
    /** In lower case; absent if the provider does not disclose it. */
    email?: string;
    emailVerified?: boolean;
  };
  /** Uses the identity up when the transaction commits. @throws AppError PROVIDER_REFUSED if it was used before */
  use(tx: Tx): Promise<void>;
}

/**
 * If a login still needs a second step, the confirmed identity is not used up, so that the client can repeat the request with a
 * code.
 */
export function createOutsideProofService(
  { db, env, clock, gateways }: Pick<ServerContext, 'db' | 'env' | 'clock' | 'gateways'>,
  { settings }: { settings: SettingsService },
) {
  async function twitter() {
    if (!gateways.twitter || !(await settings.read()).twitterLoginEnabled)
      throw new AppError('PROVIDER_NOT_CONFIGURED');
    return gateways.twitter;
  }

  /** Allows only this site's login pages as callbacks, so that Twitter never sends a verifier elsewhere. */
  function assertOwnCallback(callbackUrl: string): void {
    const url = URL.canParse(callbackUrl) ? new URL(callbackUrl) : null;
    const isOwn = url?.origin === new URL(env.WEB_PUBLIC_URL).origin && url.pathname.startsWith('/auth/');
    if (!isOwn || url.username !== '' || url.hash !== '') throw new AppError('CALLBACK_NOT_ALLOWED');
  }

  return {
    /** @throws AppError CALLBACK_NOT_ALLOWED, PROVIDER_REFUSED, PROVIDER_UNREACHABLE, PROVIDER_NOT_CONFIGURED */
    async startTwitter({
      callbackUrl,
    }: EndpointPart<'startTwitterLogin', 'body'>): Promise<EndpointReply<'startTwitterLogin'>> {
      const gateway = await twitter();
      assertOwnCallback(callbackUrl);
      const { url, token, secret } = await gateway.start(callbackUrl);
      const expiresAt = new Date(clock.now().getTime() + TWITTER_LOGIN_MS);
      const hash = hashToken(`${token} ${secret}`);
      await db.insert(providerProofs).values({ hash, provider: 'twitter', expiresAt });
      return { url, oauthToken: token, oauthTokenSecret: secret, oauth_token: token, oauth_token_secret: secret };
    },

    async readTwitter(answer: EndpointPart<'linkTwitter', 'body'>): Promise<OutsideProof> {
      return readTwitterProof({ db, clock }, await twitter(), answer);
    },

    /** @throws AppError PROVIDER_REFUSED, PROVIDER_UNREACHABLE, PROVIDER_NOT_CONFIGURED */
    async readGoogle(tokenId: string): Promise<OutsideProof> {
      if (!gateways.google || !(await settings.read()).googleLoginEnabled)
        throw new AppError('PROVIDER_NOT_CONFIGURED');
      const { expiresAt, ...identity } = await gateways.google.verify(tokenId);
      // Hashes only the signed part, because the same signature can be encoded in several ways.
      const hash = hashToken(tokenId.slice(0, tokenId.lastIndexOf('.')));
      const until = new Date(expiresAt.getTime() + CLOCK_TOLERANCE_MS);
      return {
        provider: 'google',
        identity,
        use(tx) {
          const row = { hash, provider: 'google', expiresAt: until, usedAt: clock.now() } as const;
          return assertUsed(
            tx.insert(providerProofs).values(row).onConflictDoNothing().returning({ hash: providerProofs.hash }),
          );
        },
      };
    },

    async sweep(): Promise<void> {
      await db.delete(providerProofs).where(lt(providerProofs.expiresAt, clock.now()));
    },
  };
}

export type OutsideProofService = ReturnType<typeof createOutsideProofService>;

/** Fetches the identity from Twitter only once, because a verifier works only once. Later calls read it from our row. */
async function readTwitterProof(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  gateway: NonNullable<ServerContext['gateways']['twitter']>,
  answer: EndpointPart<'linkTwitter', 'body'>,
): Promise<OutsideProof> {
  const { oauthToken: token, oauthTokenSecret: secret, oauth_verifier: verifier } = answer;
  const hash = hashToken(`${token} ${secret}`);
  const verifierHash = hashToken(verifier);
  const row = await findRow(db, providerProofs, isOpen(hash, clock.now()));
  if (!row || (row.verifierHash !== null && row.verifierHash !== verifierHash)) throw new AppError('PROVIDER_REFUSED');
  let { identity } = row;
  if (!identity) {
    identity = await gateway.finish({ token, secret, verifier });
    const expiresAt = new Date(clock.now().getTime() + SECOND_STEP_MS);
    await db.update(providerProofs).set({ verifierHash, identity, expiresAt }).where(eq(providerProofs.hash, hash));
  }
  const use = (tx: Tx) =>
    assertUsed(
      tx
        .update(providerProofs)
        .set({ usedAt: clock.now() })
        .where(isOpen(hash, clock.now()))
        .returning({ hash: providerProofs.hash }),
    );
  return { provider: 'twitter', identity, use };
}

const isOpen = (hash: string, now: Date) =>
  and(eq(providerProofs.hash, hash), isNull(providerProofs.usedAt), gt(providerProofs.expiresAt, now));

async function assertUsed(use: PromiseLike<readonly unknown[]>): Promise<void> {
  if (!(await hasRows(use))) throw new AppError('PROVIDER_REFUSED', { details: 'the proof was used before' });
}
