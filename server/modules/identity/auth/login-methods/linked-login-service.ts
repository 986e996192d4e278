import type { EndpointPart } from '@contract/schemas';
import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { requireFound } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { AddressProofService } from '../credentials/address-proof-service';
import { createIdentityRepository, type NewAccount } from '../accounts/identity-repository';
import { linkColumns, PHONE_WORDS, presentLinkedLogins, type LinkedLogins, type Provider } from './linked-logins';
import type { OutsideProof, OutsideProofService } from './oauth-identity-service';
import { createOwnerMail } from '../credentials/owner-mail';
import type { PhoneCodeService } from './phone-code-service';
import type { SessionService } from '../session/session-service';
import { loginWayMail } from '../credentials/account-mails';
import { unlinkLogin } from './unlink-login';

/** Login methods other than the password. Changing them requires a recent login, so that a stolen session cannot add one. */
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

  function linkOutside(actor: Actor, { provider, identity, use }: OutsideProof): Promise<LinkedLogins> {
    const { id, label, words } = linkColumns[provider];
    return store(actor, { [id]: identity.subject, [label]: identity.label }, words, use);
  }

  const service = {
    async list(actor: Actor): Promise<LinkedLogins> {
      return presentLinkedLogins(requireFound(await identities.find(actor.id)));
    },

    /** @throws AppError FRESH_LOGIN_REQUIRED, EMAIL_NOT_VERIFIED, LINKED_ELSEWHERE, PROVIDER_* */
    async linkGoogle(actor: Actor, { tokenId }: EndpointPart<'linkGoogle', 'body'>): Promise<LinkedLogins> {
      await needs.session.assertFresh(actor);
      return linkOutside(actor, await needs.outsideProof.readGoogle(tokenId));
    },

    async linkTwitter(actor: Actor, answer: EndpointPart<'linkTwitter', 'body'>): Promise<LinkedLogins> {
      await needs.session.assertFresh(actor);
      return linkOutside(actor, await needs.outsideProof.readTwitter(answer));
    },

    /** @throws AppError FRESH_LOGIN_REQUIRED, EMAIL_NOT_VERIFIED, LINKED_ELSEWHERE, PHONE_INVALID, INVALID_VERIFICATION_CODE */
    async linkPhone(
      actor: Actor,
      { phone, code }: EndpointPart<'linkPhone', 'body'>,
      ip: string,
    ): Promise<LinkedLogins> {
      await needs.session.assertFresh(actor);
      const { number, dialCode, use } = await needs.phoneCodes.check(phone, code, ip);
      return store(actor, { phone: number, phoneCode: dialCode, verifiedPhone: true }, PHONE_WORDS, use);
    },

    async unlink(actor: Actor, provider: Provider): Promise<LinkedLogins> {
      await unlinkLogin({ db, identities, mailOwner, session: needs.session }, actor, provider);
      return service.list(actor);
    },
  };
  return service;
}
