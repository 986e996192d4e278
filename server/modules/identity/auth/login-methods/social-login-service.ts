import type { EndpointPart } from '@contract/schemas';
import { passesForSite } from '@contract/base/reserved-names';
import { cleanLine } from '@contract/base/text-rules';
import type { ServerContext } from '../../../../context';
import { newId } from '../../../../db/columns';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { Caller, LoginCompletion, LoggedIn } from '../login/login-completion-service';
import { createIdentityRepository, type AccountRow, type NewPerformer } from '../accounts/identity-repository';
import { linkColumns } from './linked-login-service';
import type { OutsideProof, OutsideProofService } from './oauth-identity-service';
import { createOwnerMail } from '../credentials/owner-mail';
import { loginWayMail } from '../credentials/account-mails';

const madeMeanwhile: ReadonlySet<string> = new Set(['LINKED_ELSEWHERE', 'EMAIL_TAKEN']);

const isLinked = (account: AccountRow, { provider, identity }: OutsideProof): boolean =>
  account[linkColumns[provider].id] === identity.subject;

interface Wish {
  role: 'user' | 'performer';
  remember?: boolean;
  verificationCode?: string;
  device?: string;
}

/** Logging in with an account at Google or Twitter. */
export function createSocialLoginService(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  needs: {
    entry: LoginCompletion;
    settings: SettingsService;
    outsideProof: OutsideProofService;
    /** What a creator has before they have said anything. */
    newPerformer: () => Promise<Omit<NewPerformer, 'id'>>;
  },
) {
  const { db, clock } = context;
  const { entry } = needs;
  const identities = createIdentityRepository(db);
  const tellOwner = createOwnerMail(context, needs);

  /**
   * Whose account has the same e-mail. It is theirs for certain only when both sides have checked the address: else
   * whoever signs up first with somebody's address would later share the account with its owner, or the other way round.
   *
   * @throws AppError EMAIL_HAS_ACCOUNT when one side has not, or that account is linked to somebody else there.
   */
  async function findByEmail(proof: OutsideProof): Promise<AccountRow | null> {
    const { provider, identity } = proof;
    if (!identity.email) return null;
    const owner = await identities.findByLogin({ name: identity.email });
    const isHeld = !owner && (await identities.findEmailHolder(identity.email, null, clock.now())) !== null;
    if (!owner && !isHeld) return null;
    const isChecked = owner?.verifiedEmail && identity.emailVerified && owner[linkColumns[provider].id] === null;
    // The same person was quicker in another tab: linked since it was looked for.
    if (owner && (isChecked || isLinked(owner, proof))) return owner;
    throw new AppError('EMAIL_HAS_ACCOUNT');
  }

  /** What another site calls somebody, fit for this one: empty where they would pass for it. */
  async function tameName(name: string): Promise<string> {
    const line = cleanLine(name).slice(0, 100);
    return passesForSite(line, (await needs.settings.read()).siteName) ? '' : line;
  }

  async function link(account: AccountRow, { provider, identity }: OutsideProof, tx: Tx): Promise<void> {
    const { id, label, words } = linkColumns[provider];
    await identities.update(account.id, { [id]: identity.subject, [label]: identity.label }, tx);
    await tellOwner(account.id, (recipient) => loginWayMail({ ...recipient, way: words, isNew: true }), tx);
  }

  /** Somebody new. An address that the company has not checked is left out: they can add it themselves, and prove it. */
  async function create(proof: OutsideProof, { role, remember, device }: Wish, caller: Caller): Promise<LoggedIn> {
    const { identity, provider } = proof;
    const performer = role === 'performer' ? await needs.newPerformer() : null;
    const now = clock.now();
    const id = newId(now.getTime());
    const email = identity.emailVerified ? identity.email : undefined;
    const account = {
      id,
      kind: role,
      roles: role === 'user' ? ['user'] : [],
      name: await tameName(identity.name),
      createdAt: now,
      isWithoutForm: true,
      email,
      verifiedEmail: email !== undefined,
      [linkColumns[provider].id]: identity.subject,
      [linkColumns[provider].label]: identity.label,
    };
    return inTransaction(db, async (tx) => {
      await proof.use(tx);
      const row = await identities.insert(account, performer && { ...performer, id }, tx);
      return entry.enterNew(row, { remember, caller, device }, tx);
    });
  }

  async function createOrEnter(proof: OutsideProof, wish: Wish, caller: Caller): Promise<LoggedIn> {
    try {
      return await create(proof, wish, caller);
    } catch (error) {
      // The same person was quicker in another tab; nothing was stored, so now there is an account to enter.
      if (error instanceof AppError && madeMeanwhile.has(error.code)) return enter(proof, wish, caller);
      throw error;
    }
  }

  async function enter(proof: OutsideProof, wish: Wish, caller: Caller): Promise<LoggedIn> {
    const { provider, identity } = proof;
    const account =
      (await identities.findLinked(linkColumns[provider].id, identity.subject)) ?? (await findByEmail(proof));
    // The role says only what somebody new becomes. Promises I-11.
    if (!account) return createOrEnter(proof, wish, caller);
    const complete = async (tx: Tx) => {
      await proof.use(tx);
      if (!isLinked(account, proof)) await link(account, proof, tx);
    };
    const { remember, verificationCode, device } = wish;
    return entry.enter({ account, verificationCode, remember, caller, device, complete });
  }

  return {
    /** @throws AppError EMAIL_HAS_ACCOUNT, PROVIDER_*, and those of a log-in */
    async loginWithGoogle(body: EndpointPart<'loginWithGoogle', 'body'>, caller: Caller): Promise<LoggedIn> {
      return enter(await needs.outsideProof.readGoogle(body.tokenId), body, caller);
    },

    /** @throws AppError PROVIDER_*, and those of a log-in */
    async loginWithTwitter(body: EndpointPart<'finishTwitterLogin', 'body'>, caller: Caller): Promise<LoggedIn> {
      return enter(await needs.outsideProof.readTwitter(body), body, caller);
    },
  };
}
