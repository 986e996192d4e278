import type { EndpointPart } from '@contract/schemas';
import { passesForSite } from '@contract/base/reserved-names';
import { cleanLine } from '@contract/base/text-rules';
import type { ServerContext } from '../../../../context';
import { newId } from '../../../../db/columns';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { ClientInfo, LoginCompletion, LoggedIn } from '../login/login-completion-service';
import { createIdentityRepository, type AccountRow, type NewPerformer } from '../accounts/identity-repository';
import { linkColumns } from './linked-logins';
import type { OutsideProof, OutsideProofService } from './oauth-identity-service';
import { createOwnerMail } from '../credentials/owner-mail';
import { loginWayMail } from '../credentials/account-mails';

/** Errors that a concurrent login in another tab can cause. */
const CREATED_MEANWHILE: ReadonlySet<string> = new Set(['LINKED_ELSEWHERE', 'EMAIL_TAKEN']);

interface LoginOptions {
  role: 'user' | 'performer';
  remember?: boolean;
  verificationCode?: string;
  device?: string;
}

interface SocialLoginDeps {
  entry: LoginCompletion;
  settings: SettingsService;
  outsideProof: OutsideProofService;
  newPerformer: () => Promise<Omit<NewPerformer, 'id'>>;
}

interface SocialLogin extends SocialLoginDeps, Pick<ServerContext, 'db' | 'clock' | 'events'> {
  identities: ReturnType<typeof createIdentityRepository>;
  sendOwnerMail: ReturnType<typeof createOwnerMail>;
}

export function createSocialLoginService(
  context: Pick<ServerContext, 'db' | 'env' | 'events' | 'jobs' | 'clock'>,
  deps: SocialLoginDeps,
) {
  const { db, clock, events } = context;
  const identities = createIdentityRepository(db);
  const login: SocialLogin = {
    ...deps,
    db,
    clock,
    events,
    identities,
    sendOwnerMail: createOwnerMail(context, deps),
  };

  return {
    /** @throws AppError EMAIL_HAS_ACCOUNT, PROVIDER_*, and those of a log-in */
    async loginWithGoogle(body: EndpointPart<'loginWithGoogle', 'body'>, caller: ClientInfo): Promise<LoggedIn> {
      return logIn(login, await deps.outsideProof.readGoogle(body.tokenId), body, caller);
    },

    /** @throws AppError PROVIDER_*, and those of a log-in */
    async loginWithTwitter(body: EndpointPart<'finishTwitterLogin', 'body'>, caller: ClientInfo): Promise<LoggedIn> {
      return logIn(login, await deps.outsideProof.readTwitter(body), body, caller);
    },
  };
}

async function logIn(
  login: SocialLogin,
  proof: OutsideProof,
  options: LoginOptions,
  caller: ClientInfo,
): Promise<LoggedIn> {
  const { provider, identity } = proof;
  const account =
    (await login.identities.findLinked(linkColumns[provider].id, identity.subject)) ??
    (await findByEmail(login, proof));
  // `role` matters only for new accounts. Promises I-11.
  if (!account) return createOrLogIn(login, proof, options, caller);
  const complete = async (tx: Tx) => {
    await proof.use(tx);
    if (!isLinked(account, proof)) await linkAccount(login, account, proof, tx);
  };
  const { remember, verificationCode, device } = options;
  return login.entry.enter({ account, verificationCode, remember, caller, device, complete });
}

async function createOrLogIn(
  login: SocialLogin,
  proof: OutsideProof,
  options: LoginOptions,
  caller: ClientInfo,
): Promise<LoggedIn> {
  try {
    return await createAccount(login, proof, options, caller);
  } catch (error) {
    if (error instanceof AppError && CREATED_MEANWHILE.has(error.code)) return logIn(login, proof, options, caller);
    throw error;
  }
}

/** Omits an email that the provider has not verified; the user can add and verify it later. */
async function createAccount(
  { db, clock, events, entry, identities, newPerformer, settings }: SocialLogin,
  proof: OutsideProof,
  { role, remember, device }: LoginOptions,
  caller: ClientInfo,
): Promise<LoggedIn> {
  const { identity, provider } = proof;
  const performer = role === 'performer' ? await newPerformer() : null;
  const now = clock.now();
  const id = newId(now.getTime());
  const email = identity.emailVerified ? identity.email : undefined;
  const name = cleanLine(identity.name).slice(0, 100);
  const account = {
    id,
    kind: role,
    roles: role === 'user' ? ['user'] : [],
    // Empty if the name could be mistaken for the site's.
    name: passesForSite(name, (await settings.read()).siteName) ? '' : name,
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
    if (performer) await events.emit(tx, 'webhookEvent', { type: 'creator.signed_up', data: { id, username: null } });
    return entry.enterNew(row, { remember, caller, device }, tx);
  });
}

/**
 * Both sides must have verified the email. Otherwise, somebody who signed up with another person's address would later share
 * the account with that person, or the reverse.
 * @throws AppError EMAIL_HAS_ACCOUNT, also if the account is linked to another identity
 */
async function findByEmail({ identities, clock }: SocialLogin, proof: OutsideProof): Promise<AccountRow | null> {
  const { provider, identity } = proof;
  if (!identity.email) return null;
  const owner = await identities.findByLogin({ name: identity.email });
  const isReserved = !owner && (await identities.findEmailHolder(identity.email, null, clock.now())) !== null;
  if (!owner && !isReserved) return null;
  const isVerified = owner?.verifiedEmail && identity.emailVerified && owner[linkColumns[provider].id] === null;
  // Another tab may have linked the account since `findLinked` ran.
  if (owner && (isVerified || isLinked(owner, proof))) return owner;
  throw new AppError('EMAIL_HAS_ACCOUNT');
}

const isLinked = (account: AccountRow, { provider, identity }: OutsideProof): boolean =>
  account[linkColumns[provider].id] === identity.subject;

async function linkAccount(
  { identities, sendOwnerMail }: SocialLogin,
  account: AccountRow,
  { provider, identity }: OutsideProof,
  tx: Tx,
): Promise<void> {
  const { id, label, words } = linkColumns[provider];
  await identities.update(account.id, { [id]: identity.subject, [label]: identity.label }, tx);
  await sendOwnerMail(account.id, (recipient) => loginWayMail({ ...recipient, way: words, isNew: true }), tx);
}
