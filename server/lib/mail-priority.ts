import { toWidestNetworkKey } from './ip-network';
import { getJobPriority } from './job-priority';
import { createRecentWork } from './recent-work';

/** Connections to the mail server that one process holds, and mails that it sends at a time. */
export const MAIL_CONNECTIONS = 4;

/** Kinds of mails with their place in line: all of one go before those of the next. Every mail names its kind. */
const ranks = {
  /** Somebody waits for it, or must know of it at once: new passwords, codes, log-ins and changes of a confirmed account. */
  awaited: 0,
  /** About what people pay, order or requested. */
  news: 1,
  /** Anybody can have it sent: about a sign-up, to an address that nobody has confirmed, or to the operators. */
  unconfirmed: 2,
  /** Sums up news for people who were away: nobody waits for it. */
  digest: 3,
} as const;
export type MailKind = keyof typeof ranks;

/** More turns than anybody has: so much further behind stands each kind than the one before it. */
const MOST_TURNS = 65_536;

/**
 * Where a mail stands in line: by its kind, and within it behind those of callers that had fewer.
 *
 * @param turns mails that its caller lately asked for.
 */
export const getMailPriority = (kind: MailKind, turns: number): number =>
  getJobPriority(ranks[kind] * MOST_TURNS + Math.min(turns, MOST_TURNS - 1), 1);

/** The kind of a mail to the address of an account. */
export const getOwnerMailKind = ({ verifiedEmail }: { verifiedEmail: boolean }): MailKind =>
  verifiedEmail ? 'awaited' : 'unconfirmed';

/** How fast mails are forgotten that a network asked for, and the milliseconds of work that each counts as. */
const HALF_LIFE_MS = 600_000;
const MAIL_MS = 1_000;

/**
 * Counts the mails that calls ask for, in this process, by wide network.
 *
 * @returns a function that counts one more, and returns how many turns its network had lately.
 */
export function createMailTurns(now: () => number = () => performance.now()): (ip: string) => number {
  const recent = createRecentWork({ halfLifeMs: HALF_LIFE_MS, now });
  return (ip) => {
    const network = toWidestNetworkKey(ip);
    const turns = Math.round(recent.getMs(network) / MAIL_MS);
    recent.add(network, MAIL_MS);
    return turns;
  };
}
