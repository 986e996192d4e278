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

const CLOSED =
  'This account is closed. If we closed it, we emailed you the reason. To ask about it, write to us under “Help and contact”.';

export interface ClientInfo {
  ip: string;
  userAgent: string;
}

export interface Entry {
  account: AccountRow;
  /** Code from the app or a recovery code, for accounts with two-factor login. */
  verificationCode?: string;
  remember?: boolean;
  caller: ClientInfo;
  device?: string;
  /** True suppresses the new-device mail, because another mail covers this login. */
  isTold?: boolean;
  /** Uses up the credential. Called only after the second step, so that the client can repeat the request with a code. */
  complete?: (tx: Tx) => Promise<void>;
}

export interface LoggedIn {
  token: string;
  device: string;
}

export type LoginCompletion = ReturnType<typeof createLoginCompletion>;

/** Completes every login: by password, phone, Google or Twitter. They all call it, so none can skip a rule. Promises I-6. */
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
    if (!canLogIn(account.status)) throw new AppError('ACCOUNT_INACTIVE', { message: CLOSED });
  }

  async function assertSecondStep({ id, twoStepEnabled }: AccountRow, code: string | undefined): Promise<void> {
    if (!twoStepEnabled) return;
    // By this field, clients recognize that they must ask for the second step. Wire contract 2.1.1.
    const extra = { twoStepRequired: true };
    if (!code) throw new AppError('TWO_STEP_REQUIRED', { extra });
    if (!(await twoFactor.check(id, code))) throw new AppError('INVALID_VERIFICATION_CODE', { extra });
  }

  return {
    /**
     * @returns session token and device token; only their hashes are stored
     * @throws AppError EMAIL_NOT_VERIFIED, ACCOUNT_INACTIVE, TWO_STEP_REQUIRED, INVALID_VERIFICATION_CODE, TOO_MANY_REQUESTS;
     * after any of these, the credential can still be used
     */
    async enter(entry: Entry): Promise<LoggedIn> {
      const { account, verificationCode, remember, complete } = entry;
      const { ip, userAgent } = entry.caller;
      await assertCanLogIn(account);
      await assertSecondStep(account, verificationCode);
      return inTransaction(db, async (tx) => {
        // If a new password or second step was stored during this login, that applies to this login too.
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

    /** For an account created in the same transaction, which cannot have a second step yet. */
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
