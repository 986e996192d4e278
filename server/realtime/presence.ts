import { createKeyedQueue } from '../lib/keyed-queue';

export interface PresenceOptions {
  /** Whether the account has a socket anywhere, in this process or another. */
  isConnected(accountId: string): Promise<boolean>;
  onChange(accountId: string, isOnline: boolean): Promise<void>;
}

/**
 * Tells when an account's first socket came and its last one went. Changes of one account are told one after the other,
 * each by what is true when its turn comes, so that fast comings and goings end in the right state.
 */
export function createPresence({ isConnected, onChange }: PresenceOptions) {
  const online = new Set<string>();
  const inOrder = createKeyedQueue();

  async function settle(accountId: string): Promise<void> {
    const isOnline = await isConnected(accountId);
    if (isOnline === online.has(accountId)) return;
    if (isOnline) online.add(accountId);
    else online.delete(accountId);
    await onChange(accountId, isOnline);
  }

  return {
    /** A socket of the account came or went. */
    changed: (accountId: string): Promise<void> => inOrder(accountId, () => settle(accountId)),

    /** Accounts told to be online by this process. */
    listOnline: (): string[] => [...online],
  };
}
