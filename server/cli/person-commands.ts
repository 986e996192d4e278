import { toCents } from '@contract/base/money';
import type { App } from '../app';
import { moneyText } from '../mail/compose-mail';
import type { ActCommand } from './operator-command';
import { explainNotFound, usage } from './operator-command';

const TAKES = '<username, email or id>';

/** @throws Error unless the account exists */
const resolve = ({ person }: App['services'], key: string | undefined, takes: string): Promise<string> => {
  if (key === undefined) throw usage(takes);
  return person.resolve(key).catch(explainNotFound(`There is no account ${key}.`));
};

/** Commands whose words after the name are a text that is needed. */
function withText(
  word: 'reason' | 'text',
  {
    act,
    ...command
  }: Omit<ActCommand, 'takes' | 'run'> & {
    act(services: App['services'], id: string, text: string, tools: Parameters<ActCommand['run']>[2]): Promise<unknown>;
    answer(name: string): string;
  },
): ActCommand {
  const takes = `${TAKES} <${word}>`;
  return {
    ...command,
    takes,
    async run(services, [name, ...words], tools) {
      const text = words.join(' ').trim();
      if (name === undefined || text === '') throw usage(takes);
      await act(services, await resolve(services, name, takes), text, tools);
      return command.answer(name);
    },
  };
}

const readCommission = (text: string | undefined, takes: string): number | null => {
  if (text === 'site') return null;
  const percent = Number(text?.replace('%', ''));
  if (text === undefined || text === '' || !(percent >= 0 && percent <= 100)) throw usage(takes);
  return percent / 100;
};

const WALLET_TAKES = '<username, email or id> <balance> <reason>';

const COMMISSION_TAKES = '<username> <percent|site> <reason>';

export const personCommands: Record<string, ActCommand> = {
  close: withText('reason', {
    permission: 'closeAccounts',
    says: 'closes an account: logs it out, hides its page, ends renewals, and emails it the reason',
    sendsMail: true,
    act: ({ identity }, id, reason, { operator }) => identity.close(id, reason, operator),
    answer: (name) => `${name} is closed.`,
  }),
  reopen: withText('reason', {
    permission: 'closeAccounts',
    says: 'reopens a closed account, and emails it',
    sendsMail: true,
    act: ({ identity }, id, reason, { operator }) => identity.reopen(id, reason, operator),
    answer: (name) => `${name} can log in again.`,
  }),
  note: withText('text', {
    permission: 'writeNotes',
    says: 'adds a note about an account, for colleagues',
    act: ({ person }, id, text, { operator }) => person.addNote(id, text, operator),
    answer: (name) => `The note about ${name} is saved.`,
  }),
  'sessions end': {
    takes: TAKES,
    permission: 'endSessions',
    says: 'logs an account out on all devices',
    async run(services, [name], { operator }) {
      const id = await resolve(services, name, TAKES);
      await services.session
        .endByOperator(id, undefined, operator)
        .catch(explainNotFound(`${name} is not logged in anywhere.`));
      return `${name} is logged out everywhere.`;
    },
  },
  resend: {
    takes: `<verification|password-reset> ${TAKES}`,
    permission: 'resendMails',
    says: 'sends the email to verify an address, or to set a new password, again',
    sendsMail: true,
    async run(services, [mail, name], { operator }) {
      const takes = `<verification|password-reset> ${TAKES}`;
      if (mail !== 'verification' && mail !== 'password-reset') throw usage(takes);
      await services.person.resendMail(await resolve(services, name, takes), mail, operator);
      return `The email was sent to ${name}.`;
    },
  },
  'payouts hold': withText('reason', {
    permission: 'decidePayouts',
    says: 'holds the payouts of a creator, who sees the reason',
    sendsMail: true,
    act: ({ payout }, id, reason, { operator }) => payout.hold(id, reason, operator),
    answer: (name) => `The payouts of ${name} are on hold.`,
  }),
  'payouts release': {
    takes: TAKES,
    permission: 'decidePayouts',
    says: 'ends the hold on the payouts of a creator',
    sendsMail: true,
    async run(services, [name], { operator }) {
      await services.payout
        .hold(await resolve(services, name, TAKES), null, operator)
        .catch(explainNotFound(`There is no creator ${name}.`));
      return `The payouts of ${name} are no longer on hold.`;
    },
  },
  'wallet refund': {
    takes: WALLET_TAKES,
    permission: 'decideRefunds',
    says: 'pays the wallet of a fan, with the balance that you expect, back to the cards of the top-ups, and emails them',
    sendsMail: true,
    async run(services, [name, balance, ...words], { operator }) {
      const reason = words.join(' ').trim();
      const expectedBalance = Number(balance);
      if (reason === '' || !(expectedBalance >= 0)) throw usage(WALLET_TAKES);
      const id = await resolve(services, name, WALLET_TAKES);
      const { amount, tax, stays } = await services.walletRefund.refund(id, { expectedBalance, reason }, operator);
      const [back, ofTax, left] = [amount, tax, stays].map((dollars) => moneyText(toCents(dollars)));
      const rest =
        stays > 0 ? ` ${left} stays in the wallet: no payment by card is left that it could go back to.` : '';
      return `${back} is on its way back to the cards of ${name}, with ${ofTax} tax.${rest}`;
    },
  },
  commission: {
    takes: COMMISSION_TAKES,
    permission: 'editAccounts',
    says: 'gives a creator a commission of their own for future sales, or the site’s, and emails them',
    sendsMail: true,
    async run(services, [name, percent, ...words], { operator }) {
      const reason = words.join(' ').trim();
      if (reason === '') throw usage(COMMISSION_TAKES);
      const commission = readCommission(percent, COMMISSION_TAKES);
      const id = await resolve(services, name, COMMISSION_TAKES);
      await services.performerProfile
        .setCommission(id, { commission, reason }, operator)
        .catch(explainNotFound(`There is no creator ${name}.`));
      return commission === null
        ? `${name} pays the site’s commission.`
        : `${name} pays ${commission * 100} % commission.`;
    },
  },
};
