import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError, requireFound } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { AddressProofService } from '../credentials/address-proof-service';
import { createIdentityRepository, type AccountRow, type NewAccount } from '../accounts/identity-repository';
import { listLoginWays } from './login-methods';
import type { OutsideProof, OutsideProofService } from './oauth-identity-service';
import { createOwnerMail } from '../credentials/owner-mail';
import type { PhoneCodeService } from './phone-code-service';
import type { SessionService } from '../session/session-service';
import { loginWayMail } from '../credentials/account-mails';

type View = EndpointReply<'listLinkedLogins'>;
type Provider = View['linked'][number]['provider'];

const PHONE_WORDS = 'your phone';

/** Login methods besides the password. Changes require a recent proof, so that a stolen session cannot add one. */
export function createLinkedLoginService(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs'>,
  needs: {
    session: SessionService;
    settings: SettingsService;
    outsideProof: OutsideProofService;
    phoneCodes: PhoneCodeService;
    addressProof: AddressProofService;
  },
) {
  const { db } = context;
  const identities = createIdentityRepository(db);
  const mailOwner = createOwnerMail(context, needs);

  async function store(actor: Actor, changes: Partial<NewAccount>, way: string, use: (tx: Tx) => Promise<void>) {
    await inTransaction(db, async (tx) => {
      await needs.addressProof.assertCanAttach(actor, tx);
      await use(tx);
      await identities.update(actor.id, changes, tx);
      await mailOwner(actor.id, (recipient) => loginWayMail({ ...recipient, way, isNew: true }), tx);
    });
    return service.list(actor);
  }

  function linkOutside(actor: Actor, { provider, identity, use }: OutsideProof): Promise<View> {
    const { id, label, words } = linkColumns[provider];
    return store(actor, { [id]: identity.subject, [label]: identity.label }, words, use);
  }

  const service = {
    async list(actor: Actor): Promise<View> {
      return present(requireFound(await identities.find(actor.id)));
    },

    /** @throws AppError FRESH_LOGIN_REQUIRED, EMAIL_NOT_VERIFIED, LINKED_ELSEWHERE, PROVIDER_* */
    async linkGoogle(actor: Actor, { tokenId }: EndpointPart<'linkGoogle', 'body'>): Promise<View> {
      await needs.session.assertFresh(actor);
      return linkOutside(actor, await needs.outsideProof.readGoogle(tokenId));
    },

    async linkTwitter(actor: Actor, answer: EndpointPart<'linkTwitter', 'body'>): Promise<View> {
      await needs.session.assertFresh(actor);
      return linkOutside(actor, await needs.outsideProof.readTwitter(answer));
    },

    /** @throws AppError FRESH_LOGIN_REQUIRED, EMAIL_NOT_VERIFIED, LINKED_ELSEWHERE, PHONE_INVALID, INVALID_VERIFICATION_CODE */
    async linkPhone(actor: Actor, { phone, code }: EndpointPart<'linkPhone', 'body'>, ip: string): Promise<View> {
      await needs.session.assertFresh(actor);
      const { number, dialCode, use } = await needs.phoneCodes.check(phone, code, ip);
      return store(actor, { phone: number, phoneCode: dialCode, verifiedPhone: true }, PHONE_WORDS, use);
    },

    /** @throws AppError FRESH_LOGIN_REQUIRED, LAST_LOGIN_WAY; ENTITY_NOT_FOUND when it is not linked */
    async unlink(actor: Actor, provider: Provider): Promise<View> {
      await needs.session.assertFresh(actor);
      await inTransaction(db, async (tx) => {
        // The lock prevents concurrent calls from removing the last two login methods.
        const row = await needs.session.lockOwn(actor, tx);
        const entry = requireFound(present(row).linked.find((one) => one.provider === provider));
        if (!entry.canUnlink) throw new AppError('LAST_LOGIN_WAY');
        const changes =
          provider === 'phone'
            ? { verifiedPhone: false }
            : { [linkColumns[provider].id]: null, [linkColumns[provider].label]: null };
        await identities.update(actor.id, changes, tx);
        const way = provider === 'phone' ? PHONE_WORDS : linkColumns[provider].words;
        await mailOwner(actor.id, (recipient) => loginWayMail({ ...recipient, way, isNew: false }), tx);
      });
      return service.list(actor);
    },
  };
  return service;
}

function present(row: AccountRow): View {
  const ways = listLoginWays(row);
  const labels: Record<Provider, string | null> = {
    google: row.googleLabel,
    twitter: row.twitterLabel,
    phone: row.phone,
  };
  const linked = ways
    .filter((way) => way !== 'password')
    .map((provider) => ({ provider, label: labels[provider] ?? '', canUnlink: ways.length > 1 }));
  return { hasPassword: row.passwordHash !== null, linked };
}

export const linkColumns = {
  google: { id: 'googleId', label: 'googleLabel', words: 'your Google account' },
  twitter: { id: 'twitterId', label: 'twitterLabel', words: 'your Twitter account' },
} as const;
