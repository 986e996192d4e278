import { createKeyedQueue } from '../lib/keyed-queue';

export interface PresenceOptions {
  isConnected(accountId: string): Promise<boolean>;
  onChange(accountId: string, isOnline: boolean): Promise<void>;
}

/**
 * Changes of one account are handled one after the other, each by the current state, so that quick reconnects end in the right
 * state.
 */
export function createPresence({ isConnected, onChange }: PresenceOptions) {
  const online = new Set<string>();
  const inOrder = createKeyedQueue();

  async function refresh(accountId: string): Promise<void> {
    const isOnline = await isConnected(accountId);
    if (isOnline === online.has(accountId)) return;
    if (isOnline) online.add(accountId);
    else online.delete(accountId);
    await onChange(accountId, isOnline);
  }

  return {
    update: (accountId: string): Promise<void> => inOrder(accountId, () => refresh(accountId)),

    listOnline: (): string[] => [...online],
  };
}
