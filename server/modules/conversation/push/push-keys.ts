import { eq } from 'drizzle-orm';
import type { ServerContext } from '../../../context';
import { pushKeys } from '../../../db/schema/push';
import { findRow } from '../../../db/query-helpers';
import type { VapidKeys } from '../../../gateways/push';

const ROW = 1;
const OWNER = 'site';

/** Encrypts, so that nobody can push with a stolen table. */
export interface KeyBox {
  seal(text: string, owner: string): string;
  open(sealed: string, owner: string): string;
}

/**
 * The keys of the environment, or those of the database, which the first start creates. Browsers subscribe to one public key, so
 * changing it ends all subscriptions.
 */
export function createPushKeys({ db, env, gateways }: Pick<ServerContext, 'db' | 'env' | 'gateways'>, box: KeyBox) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  let known: VapidKeys | null = publicKey && privateKey ? { publicKey, privateKey } : null;

  const find = async (): Promise<VapidKeys | null> => {
    const row = await findRow(db, pushKeys, eq(pushKeys.id, ROW));
    return row && { publicKey: row.publicKey, privateKey: box.open(row.privateKey, OWNER) };
  };

  return {
    /** Called at the start. Safe to repeat, also from several processes. */
    async create(): Promise<void> {
      known ??= await find();
      if (known) return;
      const keys = gateways.push.createKeys();
      const row = { id: ROW, publicKey: keys.publicKey, privateKey: box.seal(keys.privateKey, OWNER) };
      await db.insert(pushKeys).values(row).onConflictDoNothing();
    },

    async read(): Promise<VapidKeys> {
      known ??= await find();
      if (!known) throw new Error('The VAPID keys were not created at the start');
      return known;
    },
  };
}

export type PushKeys = ReturnType<typeof createPushKeys>;
