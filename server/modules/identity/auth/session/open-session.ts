import { limits } from '@contract/base/limits';
import { newId } from '../../../../db/columns';
import type { Tx } from '../../../../db/transaction';
import type { Sessions } from './sessions';
import { hashToken } from './tokens';

const DAY_MS = 24 * 3600 * 1000;

export interface SessionOptions {
  remember?: boolean;
  userAgent?: string;
  ip?: string;
}

export async function openSession(
  { sessions, tokens, clock }: Sessions,
  accountId: string,
  { remember = false, userAgent = '', ip = '' }: SessionOptions = {},
  tx?: Tx,
): Promise<{ id: string; token: string }> {
  const token = tokens.issue();
  const now = clock.now();
  const days = remember ? limits.rememberDays : limits.sessionDays;
  const id = newId(now.getTime());
  await sessions.insert(
    {
      id,
      accountId,
      tokenHash: hashToken(token),
      remember,
      userAgent: userAgent.slice(0, 300),
      ip,
      expiresAt: new Date(now.getTime() + days * DAY_MS),
      provedAt: now,
      lastUsedAt: now,
      createdAt: now,
    },
    tx,
  );
  return { id, token };
}
