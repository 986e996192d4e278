import { toWidestNetworkKey } from './ip-network';
import { getJobPriority } from './job-priority';
import { createRecentWork } from './recent-work';

/** A process's connections to the mail server, and so how many mails it sends at a time. */
export const MAIL_CONNECTIONS = 4;

/** Kinds of mail by priority: all mails of one kind go before all mails of the next. */
const ranks = {
  /** Awaited or urgent mails: new passwords, codes, logins, and changes to an account with a verified email. */
  awaited: 0,
  news: 1,
  /** Mails that anyone can cause: for sign-ups, to unverified addresses, to the operators. */
  unconfirmed: 2,
  digest: 3,
} as const;
export type MailKind = keyof typeof ranks;

/** Maximum that counts, so that the priorities of two kinds do not overlap. */
const MOST_TURNS = 65_536;

/** @param turns recent mails of the caller; within a kind, callers with fewer go first */
export const getMailPriority = (kind: MailKind, turns: number): number =>
  getJobPriority(ranks[kind] * MOST_TURNS + Math.min(turns, MOST_TURNS - 1), 1);

export const getOwnerMailKind = ({ verifiedEmail }: { verifiedEmail: boolean }): MailKind =>
  verifiedEmail ? 'awaited' : 'unconfirmed';

/** Half-life of a network's recent mails, and how much each mail adds. */
const HALF_LIFE_MS = 600_000;
const MAIL_MS = 1_000;

/** Counts mails per process and wide network. @returns a function that counts one more and returns the recent number before */
export function createMailTurns(now: () => number = () => performance.now()): (ip: string) => number {
  const recent = createRecentWork({ halfLifeMs: HALF_LIFE_MS, now });
  return (ip) => {
    const network = toWidestNetworkKey(ip);
    const turns = Math.round(recent.getMs(network) / MAIL_MS);
    recent.add(network, MAIL_MS);
    return turns;
  };
}
