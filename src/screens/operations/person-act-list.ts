import type { Permission } from '@contract/base/operator-roles';
import type { Act } from '@/features/operations/act/act-slice';
import {
  closeAccount,
  holdPayouts,
  refundWallet,
  releasePayouts,
  reopenAccount,
  resendMail,
  resetTwoFactor,
} from '@/features/operations/person/person-acts';
import type { Person, PersonMoney } from '@/features/operations/person/person-feature';
import { nameFully } from '@/features/operations/person/person-words';
import { formatMoney } from '@/lib/format-money';

export interface PersonAct {
  key: string;
  permission: Permission;
  title: string;
  /** Heading of the dialog, if it is not the title. */
  question?: string;
  /** Says what it does, and whom it reaches. */
  effect: string;
  button: string;
  isDanger?: boolean;
  /** Absent if it needs no reason. */
  reason?: { label: string; hint: string };
  /** Balances that the dialog shows, with what happens to them. */
  balances?: 'fan' | 'creator' | 'refund';
  build(reason: string): Act;
}

const logged = 'Colleagues read it in the log.';

/**
 * Acts that are possible for an account in its state. The commission has a form of its own.
 *
 * @param money null for roles that do not read it, and while it loads
 */
export const listActs = (person: Person, money: PersonMoney | null): PersonAct[] => [
  ...listMails(person),
  ...listTwoFactor(person),
  ...listPayouts(person),
  ...listWalletRefund(person, money),
  ...listClosing(person),
];

function listMails({ _id, email, verifiedEmail, status }: Person): PersonAct[] {
  if (email === null || !['active', 'closing', 'pending-email-confirmation'].includes(status)) return [];
  const verification: PersonAct = {
    key: 'verification',
    permission: 'resendMails',
    title: 'Send verification email again',
    effect: `${email} gets a new link to confirm the address.`,
    button: 'Send',
    build: () => resendMail(_id, 'verification'),
  };
  const reset: PersonAct = {
    key: 'password-reset',
    permission: 'resendMails',
    title: 'Send password email',
    effect: `${email} gets a link to choose a new password. The old one stays valid until then.`,
    button: 'Send',
    build: () => resendMail(_id, 'password-reset'),
  };
  return verifiedEmail ? [reset] : [verification, reset];
}

function listTwoFactor({ _id, hasTwoFactor }: Person): PersonAct[] {
  if (!hasTwoFactor) return [];
  return [
    {
      key: 'two-factor',
      permission: 'editAccounts',
      title: 'Reset two-factor',
      effect: 'They log in without a code from now on, and get an email about it. Check first who asks.',
      button: 'Reset',
      isDanger: true,
      reason: { label: 'How you checked who asks', hint: logged },
      build: (reason) => resetTwoFactor(_id, reason),
    },
  ];
}

function listPayouts({ _id, name, creator }: Person): PersonAct[] {
  if (!creator) return [];
  if (creator.payoutHold !== null) {
    return [
      {
        key: 'release',
        permission: 'decidePayouts',
        title: 'Release payouts',
        effect: `${name} can request payouts again, and gets an email.`,
        button: 'Release',
        build: () => releasePayouts(_id),
      },
    ];
  }
  return [
    {
      key: 'hold',
      permission: 'decidePayouts',
      title: 'Hold payouts',
      effect: 'Sales continue, but payouts can be neither requested nor approved until you release them.',
      button: 'Hold',
      reason: { label: `${name} reads`, hint: 'By email, and at each request.' },
      build: (reason) => holdPayouts(_id, reason),
    },
  ];
}

function listWalletRefund(person: Person, money: PersonMoney | null): PersonAct[] {
  if (!money?.walletRefund) return [];
  const { wallet, walletRefund } = money;
  const amount = formatMoney(walletRefund.amount);
  return [
    {
      key: 'wallet-refund',
      permission: 'decideRefunds',
      title: `Pay back ${amount}`,
      effect:
        'Money in the wallet goes back to the cards that paid it in, with its tax. They get an email with the sums.',
      question: `Pay back ${amount} to ${nameFully(person)}?`,
      balances: 'refund',
      button: 'Pay back',
      reason: { label: 'Reason', hint: logged },
      build: (reason) => refundWallet(person._id, wallet, reason),
    },
  ];
}

function listClosing(person: Person): PersonAct[] {
  const { _id, name, status, kind, operatorRole } = person;
  if (status === 'inactive') {
    return [
      {
        key: 'reopen',
        permission: 'closeAccounts',
        title: 'Reopen account',
        effect:
          kind === 'performer'
            ? 'They can log in again, and get an email. Their page is visible again. Subscriptions that ended meanwhile stay ended.'
            : 'They can log in again, and get an email. Subscriptions that ended meanwhile stay ended; the others renew.',
        question: `Reopen the account of ${nameFully(person)}?`,
        button: 'Reopen',
        reason: { label: 'Reason', hint: logged },
        build: (reason) => reopenAccount(_id, reason),
      },
    ];
  }
  if (operatorRole !== null || (status !== 'active' && status !== 'closing')) return [];
  return [
    {
      key: 'close',
      permission: 'closeAccounts',
      title: 'Close account',
      effect:
        kind === 'performer'
          ? 'They’re logged out, their page is hidden, and renewals stop. Fans keep what they bought. Their balance stays theirs, but they can’t ask for payouts while the account is closed; the email says how to be paid.'
          : 'They’re logged out, and their subscriptions no longer renew. Money in their wallet stays theirs, but they can’t use it while the account is closed; the email says the sum and how to ask for it. You can pay it back to their cards.',
      question: `Close the account of ${nameFully(person)}?`,
      balances: kind === 'performer' ? 'creator' : 'fan',
      button: 'Close',
      isDanger: true,
      reason: { label: `${name} reads`, hint: 'By email. They can write back.' },
      build: (reason) => closeAccount(_id, reason),
    },
  ];
}
