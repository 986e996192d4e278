import { createKeyedQueue } from '../lib/keyed-queue';
import type { AccountSockets } from './account-sockets';

export interface PresenceOptions {
  sockets: Pick<AccountSockets, 'countHere' | 'isElsewhere' | 'beat'>;
  onChange(accountId: string, isOnline: boolean): Promise<void>;
}

/**
 * Handles changes of one account one after another, each by its current state, so that quick reconnects end in the right one.
 */
export function createPresence({ sockets, onChange }: PresenceOptions) {
  const online = new Set<string>();
  const inOrder = createKeyedQueue();

  async function refresh(accountId: string): Promise<void> {
    const isHere = sockets.countHere(accountId) > 0;
    if (isHere === online.has(accountId)) return;
    if (isHere) online.add(accountId);
    else online.delete(accountId);
    if (isHere) await onChange(accountId, true);
    else await markOffline(accountId);
  }

  async function markOffline(accountId: string): Promise<void> {
    if (await sockets.isElsewhere(accountId)) return;
    await onChange(accountId, false);
    // The account may have connected to another process meanwhile, which marked it as online first.
    if (await sockets.isElsewhere(accountId)) await onChange(accountId, true);
  }

  return {
    update: (accountId: string): Promise<void> => inOrder(accountId, () => refresh(accountId)),

    /** Accounts with sockets in this process. */
    listOnline: (): string[] => [...online],

    /** Keeps accounts of this process online, and marks those of processes that died as offline. */
    async beat(): Promise<void> {
      for (const id of await sockets.beat())
        await inOrder(id, async () => (online.has(id) ? undefined : markOffline(id)));
    },
  };
}
