import { limits } from '@contract/base/limits';
import { personRoutes } from '@contract/operations/person-routes';
import type { EndpointInput } from '@contract/schemas';
import { buildAct, type Act } from '../act/act-slice';

/** Characters of a reason or note. */
export const MAX_OPERATOR_TEXT = limits.operatorText;

const about = (id: string) => ({ params: { id } });

export const addNote = (id: string, text: string): Act =>
  buildAct(personRoutes.addPersonNote, { ...about(id), body: { text } }, 'Note saved');

/** @param sessionId undefined for all */
export const endSessions = (id: string, sessionId?: string): Act =>
  buildAct(
    personRoutes.endPersonSessions,
    { ...about(id), body: { sessionId } },
    sessionId === undefined ? 'Logged out everywhere' : 'Session ended',
  );

export const closeAccount = (id: string, reason: string): Act =>
  buildAct(personRoutes.closeAccount, { ...about(id), body: { reason } }, 'Account closed');

export const reopenAccount = (id: string, reason: string): Act =>
  buildAct(personRoutes.reopenAccount, { ...about(id), body: { reason } }, 'Account reopened');

export const resetTwoFactor = (id: string, reason: string): Act =>
  buildAct(personRoutes.resetTwoFactor, { ...about(id), body: { reason } }, 'Two-factor is off');

export const resendMail = (id: string, mail: NonNullable<EndpointInput<'resendPersonMail'>['body']>['mail']): Act =>
  buildAct(personRoutes.resendPersonMail, { ...about(id), body: { mail } }, 'Email sent');

export const holdPayouts = (id: string, reason: string): Act =>
  buildAct(personRoutes.setPayoutHold, { ...about(id), body: { reason } }, 'Payouts are on hold');

export const releasePayouts = (id: string): Act =>
  buildAct(personRoutes.setPayoutHold, { ...about(id), body: { reason: null } }, 'Payouts are possible again');

/** @param balance of the wallet, as the operator sees it */
export const refundWallet = (id: string, balance: number, reason: string): Act =>
  buildAct(
    personRoutes.refundWallet,
    { ...about(id), body: { expectedBalance: balance, reason } },
    'The money is on its way back',
  );

/** @param commission fraction 0..1; null for the site's */
export const changeCommission = (id: string, commission: number | null, reason: string): Act =>
  buildAct(personRoutes.setCommission, { ...about(id), body: { commission, reason } }, 'Commission changed');
