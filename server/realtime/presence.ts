import { createKeyedQueue } from '../lib/keyed-queue';

export interface PresenceOptions {
  isConnected(accountId: string): Promise<boolean>;
  onChange(accountId: string, isOnline: boolean): Promise<void>;
}

/**
 * Handles changes of one account one after another, each by its current state, so that quick reconnects end in the right one.
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
