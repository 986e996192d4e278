import { canLogIn } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createIdentityRepository, type AccountRow } from '../accounts/identity-repository';
import type { KnownDevices } from '../session/known-devices';
import type { NewDeviceService } from './new-device-service';
import type { SessionService } from '../session/session-service';
import type { TwoFactorService } from '../two-factor/two-factor-service';

/** The connection of a log-in. */
export interface ClientInfo {
  ip: string;
  userAgent: string;
}

export interface Entry {
  /** The account whose owner has given a proof. */
  account: AccountRow;
  /** A code of the app, or a recovery code; for accounts with two-step log-in. */
  verificationCode?: string;
  remember?: boolean;
  caller: ClientInfo;
  /** The device token that the client has from an earlier log-in. */
  device?: string;
  /** Sends no mail about a new device, since another mail covers this log-in. */
  isTold?: boolean;
  /**
   * Uses up the proof, in the transaction that opens the session. Runs after the second step, so that the same proof can be
   * sent again with a code. Throwing stops the log-in.
   */
  complete?: (tx: Tx) => Promise<void>;
}

export interface LoggedIn {
  token: string;
  device: string;
}

export type LoginCompletion = ReturnType<typeof createLoginCompletion>;

/**
 * Completes every log-in. Password, phone, Google and Twitter all call it once they have found the account, so that no login
 * method can skip a rule. Promises I-6.
 */
export function createLoginCompletion(
  { db }: Pick<ServerContext, 'db'>,
  {
    session,
    settings,
    twoFactor,
    devices,
    newDevice,
  }: {
    session: SessionService;
    settings: SettingsService;
    twoFactor: TwoFactorService;
    devices: KnownDevices;
    newDevice: NewDeviceService;
  },
) {
  const identities = createIdentityRepository(db);

  async function assertCanLogIn(account: AccountRow): Promise<void> {
    const { requireEmailVerification } = await settings.read();
    const isWaiting = account.status === 'pending-email-confirmation';
    if (isWaiting || (requireEmailVerification && account.email && !account.verifiedEmail)) {
      throw new AppError('EMAIL_NOT_VERIFIED');
    }
    if (!canLogIn(account.status)) throw new AppError('ACCOUNT_INACTIVE');
  }

  async function assertSecondStep({ id, twoStepEnabled }: AccountRow, code: string | undefined): Promise<void> {
    if (!twoStepEnabled) return;
    // Clients open their second step by this member. Wire contract 2.1.1.
    const extra = { twoStepRequired: true };
    if (!code) throw new AppError('TWO_STEP_REQUIRED', { extra });
    if (!(await twoFactor.check(id, code))) throw new AppError('INVALID_VERIFICATION_CODE', { extra });
  }

  return {
    /**
     * Opens a session for the owner of an account, and mails them about a new device.
     *
     * @returns the token, which is not stored in clear, and the device token for the client to store.
     * @throws AppError EMAIL_NOT_VERIFIED, ACCOUNT_INACTIVE, TWO_STEP_REQUIRED, INVALID_VERIFICATION_CODE,
     * TOO_MANY_REQUESTS; the proof is not used up then.
     */
    async enter(entry: Entry): Promise<LoggedIn> {
      const { account, verificationCode, remember, complete } = entry;
      const { ip, userAgent } = entry.caller;
      await assertCanLogIn(account);
      await assertSecondStep(account, verificationCode);
      return inTransaction(db, async (tx) => {
        // A new password or second step, stored while this log-in was under way, counts for it too.
        if (!(await identities.lockUnchanged(account, tx))) throw new AppError('INCORRECT_CREDENTIALS');
        await complete?.(tx);
        const shouldNotify =
          !entry.isTold && (await newDevice.shouldNotify(account, { device: entry.device, ip, userAgent }, tx));
        const { id: sessionId, token } = await session.create(account.id, { remember, ip, userAgent }, tx);
        const device = await devices.save(account.id, { device: entry.device, ip }, tx);
        if (shouldNotify) await newDevice.notify(account, { sessionId, device, ip, userAgent }, tx);
        return { token, device };
      });
    },

    /** Opens a session for an account made in the same transaction, which has no second step yet. */
    async enterNew(
      account: AccountRow,
      { remember, caller, device }: Pick<Entry, 'remember' | 'caller' | 'device'>,
      tx: Tx,
    ): Promise<LoggedIn> {
      const token = await session.open(account.id, { remember, ...caller }, tx);
      return { token, device: await devices.save(account.id, { device, ip: caller.ip }, tx) };
    },
  };
}
