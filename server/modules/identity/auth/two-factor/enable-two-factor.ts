import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../../access';
import { inTransaction } from '../../../../db/transaction';
import { AppError, requireFound } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import type { IdentityRepository } from '../accounts/identity-repository';
import { twoFactorOnMail } from '../credentials/account-mails';
import type { AddressProofService } from '../credentials/address-proof-service';
import type { SessionService } from '../session/session-service';
import { redeemCode, type CodeCheckDeps } from './code-check';
import { replaceRecoveryCodes } from './recovery-codes';
import { createTotpKey } from './totp';

interface EnableTwoFactorDeps extends CodeCheckDeps {
  identities: Pick<IdentityRepository, 'find'>;
  session: Pick<SessionService, 'assertFresh' | 'closeOthers'>;
  settings: Pick<SettingsService, 'read'>;
  addressProof: Pick<AddressProofService, 'assertCanAttach'>;
}

/**
 * Creates a secret, which takes effect with its first code. @throws AppError FRESH_LOGIN_REQUIRED, EMAIL_NOT_VERIFIED,
 * TWO_STEP_ACTIVE
 */
export async function connectTwoFactor(
  { db, clock, identities, twoFactors, session, settings, addressProof, box }: EnableTwoFactorDeps,
  actor: Actor,
): Promise<EndpointReply<'connectTwoFactor'>> {
  await session.assertFresh(actor);
  const { email, username, phone, name } = requireFound(await identities.find(actor.id));
  const { siteName } = await settings.read();
  const key = await createTotpKey({ siteName, account: email ?? username ?? phone ?? name });
  await inTransaction(db, async (tx) => {
    await addressProof.assertCanAttach(actor, tx);
    await twoFactors.lock(actor.id, tx);
    if (await twoFactors.isEnabled(actor.id, tx)) throw new AppError('TWO_STEP_ACTIVE');
    await twoFactors.putSecret(actor.id, box.seal(key.secret, actor.id), clock.now(), tx);
  });
  return { enabled: false, ...key };
}

/**
 * Turns it on, and ends the other sessions, which were opened without a second step.
 * @throws AppError EMAIL_NOT_VERIFIED, INVALID_VERIFICATION_CODE, TWO_STEP_NOT_STARTED, TWO_STEP_ACTIVE, TOO_MANY_REQUESTS
 */
export async function enableTwoFactor(
  deps: EnableTwoFactorDeps,
  actor: Actor,
  code: string,
): Promise<EndpointReply<'verifyTwoFactor'>> {
  const { db, twoFactors, session, addressProof, mailOwner } = deps;
  const recoveryCodes = await inTransaction(db, async (tx) => {
    await addressProof.assertCanAttach(actor, tx);
    const row = await twoFactors.lock(actor.id, tx);
    if (!row) throw new AppError('TWO_STEP_NOT_STARTED');
    if (await twoFactors.isEnabled(actor.id, tx)) throw new AppError('TWO_STEP_ACTIVE');
    // The error is thrown only after the commit, so that the failure is stored.
    if (!(await redeemCode(deps, row, code, { orRecovery: false }, tx))) return null;
    await twoFactors.setEnabled(actor.id, true, tx);
    await session.closeOthers(actor, tx);
    await mailOwner(actor.id, twoFactorOnMail, tx);
    return replaceRecoveryCodes(deps, actor.id, tx);
  });
  if (!recoveryCodes) throw new AppError('INVALID_VERIFICATION_CODE');
  return { enabled: true, recoveryCodes };
}
