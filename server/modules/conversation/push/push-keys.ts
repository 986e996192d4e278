import { eq } from 'drizzle-orm';
import type { ServerContext } from '../../../context';
import { pushKeys } from '../../../db/schema/push';
import { findRow } from '../../../db/query-helpers';
import type { VapidKeys } from '../../../gateways/push';

const ROW = 1;
const OWNER = 'site';
const NOT_CREATED = 'The VAPID keys were not created at the start';

/** Encrypts, so that nobody can push with a stolen table. */
export interface KeyBox {
  seal(text: string, owner: string): string;
  open(sealed: string, owner: string): string;
}

/**
 * VAPID keys: from the environment if set there, else a pair that the first start creates and stores in the database. Browsers
 * subscribe with the public key, so changing it ends all subscriptions.
 */
export function createPushKeys({ db, env, gateways }: Pick<ServerContext, 'db' | 'env' | 'gateways'>, box: KeyBox) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  let known: VapidKeys | null = publicKey && privateKey ? { publicKey, privateKey } : null;

  const find = () => findRow(db, pushKeys, eq(pushKeys.id, ROW));

  return {
    /** Called at the start. Safe to repeat, also from several processes. */
    async create(): Promise<void> {
      if (known || (await find())) return;
      const keys = gateways.push.createKeys();
      const row = { id: ROW, publicKey: keys.publicKey, privateKey: box.seal(keys.privateKey, OWNER) };
      await db.insert(pushKeys).values(row).onConflictDoNothing();
    },

    async readPublic(): Promise<string> {
      const keys = known ?? (await find());
      if (!keys) throw new Error(NOT_CREATED);
      return keys.publicKey;
    },

    /** @throws Error if the private key was sealed with another APP_SECRET; then no push can be sent, and the rest works */
    async read(): Promise<VapidKeys> {
      if (known) return known;
      const row = await find();
      if (!row) throw new Error(NOT_CREATED);
      known = { publicKey: row.publicKey, privateKey: openKey(box, row.privateKey) };
      return known;
    },
  };
}

function openKey(box: KeyBox, sealed: string): string {
  try {
    return box.open(sealed, OWNER);
  } catch (cause) {
    const message =
      'The key for pushes was sealed with another APP_SECRET. Set that one, or VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY.';
    throw new Error(message, { cause });
  }
}

export type PushKeys = ReturnType<typeof createPushKeys>;
