import { and, desc, eq, lt, notInArray } from 'drizzle-orm';
import type { ServerContext } from '../../../../context';
import { findRow } from '../../../../db/query-helpers';
import { knownDevices } from '../../../../db/schema/logins';
import type { Executor } from '../../../../db/transaction';
import { toNetworkKey } from '../../../../lib/ip-network';
import { hashToken, newToken } from './tokens';

/** Maximum per account; beyond that, the least recently used device is removed. */
const MAX_DEVICES = 20;
/** How long a device without a login stays known. */
const DEVICE_LIFETIME_MS = 400 * 24 * 3600 * 1000;

/** A device has one secret for all its accounts. It only separates the device's guesses from those of guests. Promises I-13. */
export function createKnownDevices({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  const since = () => new Date(clock.now().getTime() - DEVICE_LIFETIME_MS);

  return {
    /** @returns the key under which its guesses are counted; null if this account does not know the device */
    async find(accountId: string, device: string | undefined, tx: Executor = db): Promise<string | null> {
      if (device === undefined) return null;
      const deviceHash = hashToken(device);
      const row = await findRow(
        tx,
        knownDevices,
        eq(knownDevices.accountId, accountId),
        eq(knownDevices.deviceHash, deviceHash),
      );
      return row && row.lastUsedAt > since() ? deviceHash : null;
    },

    hasAny: async (accountId: string, tx: Executor): Promise<boolean> =>
      (await findRow(tx, knownDevices, eq(knownDevices.accountId, accountId))) !== null,

    /** @returns the secret for the client to store; unchanged if it sent one */
    async save(
      accountId: string,
      { device = newToken(), ip }: { device: string | undefined; ip: string },
      tx: Executor = db,
    ): Promise<string> {
      const newest = { network: toNetworkKey(ip), lastUsedAt: clock.now() };
      await tx
        .insert(knownDevices)
        .values({ accountId, deviceHash: hashToken(device), createdAt: newest.lastUsedAt, ...newest })
        .onConflictDoUpdate({ target: [knownDevices.accountId, knownDevices.deviceHash], set: newest });
      const kept = tx
        .select({ hash: knownDevices.deviceHash })
        .from(knownDevices)
        .where(eq(knownDevices.accountId, accountId))
        .orderBy(desc(knownDevices.lastUsedAt))
        .limit(MAX_DEVICES);
      await tx
        .delete(knownDevices)
        .where(and(eq(knownDevices.accountId, accountId), notInArray(knownDevices.deviceHash, kept)));
      return device;
    },

    async remove(accountId: string, deviceHash: string, tx: Executor): Promise<void> {
      await tx
        .delete(knownDevices)
        .where(and(eq(knownDevices.accountId, accountId), eq(knownDevices.deviceHash, deviceHash)));
    },

    /** After a new password, devices that logged in with the old one are no longer known. */
    async removeAll(accountId: string, tx: Executor = db): Promise<void> {
      await tx.delete(knownDevices).where(eq(knownDevices.accountId, accountId));
    },

    async sweep(): Promise<void> {
      await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, since()));
    },
  };
}

export type KnownDevices = ReturnType<typeof createKnownDevices>;
