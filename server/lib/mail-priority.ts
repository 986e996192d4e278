import { toWidestNetworkKey } from './ip-network';
import { getJobPriority } from './job-priority';
import { createRecentWork } from './recent-work';

/** Connections of a process to the mail server, and mails that it sends at a time. */
export const MAIL_CONNECTIONS = 4;

/** Kinds of mail in order of priority: all mails of one kind go before those of the next. */
const ranks = {
  /** Awaited or urgent: new passwords, codes, logins and changes of a confirmed account. */
  awaited: 0,
  news: 1,
  /** Mails that anyone can cause: sign-ups, unconfirmed addresses, messages to the operators. */
  unconfirmed: 2,
  digest: 3,
} as const;
export type MailKind = keyof typeof ranks;

/** Maximum of turns, so that priorities of two kinds do not overlap. */
const MOST_TURNS = 65_536;

/** @param turns recent mails of the caller: within a kind, callers with fewer go first. */
export const getMailPriority = (kind: MailKind, turns: number): number =>
  getJobPriority(ranks[kind] * MOST_TURNS + Math.min(turns, MOST_TURNS - 1), 1);

export const getOwnerMailKind = ({ verifiedEmail }: { verifiedEmail: boolean }): MailKind =>
  verifiedEmail ? 'awaited' : 'unconfirmed';

/** Half-life of a network's recent mails, and the load of each. */
const HALF_LIFE_MS = 600_000;
const MAIL_MS = 1_000;

/** Per process and wide network. @returns a function that counts one more mail, and returns the recent number before it. */
export function createMailTurns(now: () => number = () => performance.now()): (ip: string) => number {
  const recent = createRecentWork({ halfLifeMs: HALF_LIFE_MS, now });
  return (ip) => {
    const network = toWidestNetworkKey(ip);
    const turns = Math.round(recent.getMs(network) / MAIL_MS);
    recent.add(network, MAIL_MS);
    return turns;
  };
}
