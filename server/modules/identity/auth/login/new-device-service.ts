import type { ServerContext } from '../../../../context';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { findCountryByIp } from '../../../../lib/ip-network';
import { getOwnerMailKind } from '../../../../lib/mail-priority';
import type { SettingsService } from '../../../site/settings/settings-service';
import { type AccountRow, createIdentityRepository } from '../accounts/identity-repository';
import { newDeviceMail } from '../credentials/account-mails';
import { createOneTimeTokenRepository } from '../credentials/one-time-token-repository';
import { getDevice } from '../session/client-info';
import type { KnownDevices } from '../session/known-devices';
import type { SessionService } from '../session/session-service';
import { hashToken } from '../session/tokens';

const LINK_MS = 7 * 24 * 3600 * 1000;

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const countries = new Intl.DisplayNames('en', { type: 'region' });

interface NewSession {
  sessionId: string;
  device: string;
  ip: string;
  userAgent: string;
}

export function createNewDeviceService(
  { db, env, jobs, clock }: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  { session, settings, devices }: { session: SessionService; settings: SettingsService; devices: KnownDevices },
) {
  const identities = createIdentityRepository(db);
  const tokens = createOneTimeTokenRepository(db);

  return {
    /** False for an account's first login. Without a device token, a client is recognized by its browser and network. */
    async shouldNotify(
      account: AccountRow,
      { device, ip, userAgent }: { device?: string; ip: string; userAgent: string },
      tx: Tx,
    ): Promise<boolean> {
      if ((await devices.find(account.id, device, tx)) !== null) return false;
      const { hasSimilar, hasAny } = await session.findSimilar(account.id, { userAgent, ip }, tx);
      if (hasSimilar && device === undefined) return false;
      return hasAny || account.lastSeenAt !== null || (await devices.hasAny(account.id, tx));
    },

    async notify(account: AccountRow, { sessionId, device, ip, userAgent }: NewSession, tx: Tx): Promise<void> {
      if (account.email === null) return;
      const now = clock.now();
      const token = await tokens.issue(
        {
          accountId: account.id,
          kind: 'end-session',
          now,
          lifeMs: LINK_MS,
          subject: JSON.stringify([sessionId, hashToken(device), account.email]),
        },
        tx,
      );
      const { siteName } = await settings.read(tx);
      const mail = newDeviceMail({
        siteName,
        to: account.email,
        from: describeOrigin(userAgent, ip),
        at: `${moment.format(now)} UTC`,
        url: `${env.WEB_PUBLIC_URL}/auth/end-session?token=${token}`,
      });
      await jobs.send('send-mail', { kind: getOwnerMailKind(account), ...mail }, { tx });
    },

    async inspectLink(token: string): Promise<'open' | 'done' | 'gone'> {
      const link = await tokens.find(token, 'end-session');
      if (!link) return 'gone';
      if (link.usedAt !== null) return 'done';
      return link.expiresAt > clock.now() ? 'open' : 'gone';
    },

    /** @returns `email` is null if the account no longer has the address that was mailed @throws AppError LINK_EXPIRED */
    end: (token: string): Promise<{ accountId: string; email: string | null }> =>
      inTransaction(db, async (tx) => {
        const link = await tokens.use(token, 'end-session', clock.now(), tx);
        const account = link && (await identities.find(link.accountId, tx));
        if (!account || account.status === 'deleted') throw new AppError('LINK_EXPIRED');
        const [sessionId = '', deviceHash = '', mailedTo] = JSON.parse(link.subject) as string[];
        await session.closeOne(account.id, sessionId, tx);
        await devices.remove(account.id, deviceHash, tx);
        return { accountId: account.id, email: account.email === mailedTo ? account.email : null };
      }),
  };
}

export type NewDeviceService = ReturnType<typeof createNewDeviceService>;

function describeOrigin(userAgent: string, ip: string): string {
  const { browser, os } = getDevice(userAgent);
  const country = findCountryByIp(ip);
  const device = browser && os ? `${browser} on ${os}` : browser || os || 'an unknown device';
  return country ? `${device}, in ${countries.of(country) ?? country}` : device;
}
