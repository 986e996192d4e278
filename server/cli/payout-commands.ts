import type { App } from '../app';
import { moneyText } from '../mail/compose-mail';
import { explainNotFound, usage, type OperatorCommand } from './operator-command';

type PayoutRow = Awaited<ReturnType<App['services']['payout']['listByStatus']>>[number];

const payoutStatuses: readonly PayoutRow['status'][] = ['pending', 'approved', 'rejected', 'done'];
const isPayoutStatus = (text: string): text is PayoutRow['status'] => payoutStatuses.some((status) => status === text);

export const payoutCommands: Record<string, OperatorCommand> = {
  'payouts list': {
    takes: '[pending|approved|rejected|done]',
    says: 'lists payouts, newest first; without a status, those that wait for a decision',
    async run({ payout }, [status = 'pending']) {
      if (!isPayoutStatus(status)) throw usage('pending, approved, rejected or done');
      const rows = await payout.listByStatus(status);
      const lines = rows.map(
        ({ id, performerId, amount, fee, accountType, createdAt }) =>
          `${id}  ${createdAt.toISOString()}  ${moneyText(amount)}  fee ${moneyText(fee)}  ${accountType}  creator ${performerId}`,
      );
      return lines.length === 0 ? `No payout is ${status}.` : lines.join('\n');
    },
  },
  'payouts approve': {
    takes: '<id> [<id> …]',
    permission: 'decidePayouts',
    says: 'approves payouts, to be paid next: all of them, or none',
    sendsMail: true,
    async run({ payout }, ids, { operator }) {
      if (ids.length === 0) throw usage('<id> [<id> …]');
      await payout
        .approve(
          ids.map((id) => ({ id })),
          operator,
        )
        .catch(explainNotFound(`There is no payout ${ids.join(' or ')}.`));
      return ids.length === 1
        ? 'The payout is approved. Once you have paid it, run `payouts paid`.'
        : `${ids.length} payouts are approved. Once you have paid them, run \`payouts paid\` for each.`;
    },
  },
  'payouts reject': {
    takes: '<id> <reason>',
    permission: 'decidePayouts',
    says: 'rejects a payout; its money returns to the creator, who sees the reason',
    sendsMail: true,
    async run({ payout }, [id, ...words], { operator }) {
      const reason = words.join(' ').trim();
      if (id === undefined || reason === '') throw usage('<id> <reason>');
      await payout
        .decide(id, { status: 'rejected', reason }, operator)
        .catch(explainNotFound(`There is no payout ${id}.`));
      return 'The payout is rejected, and its money is back in the wallet.';
    },
  },
  'payouts file': {
    takes: '[csv] [again]',
    permission: 'decidePayouts',
    says: 'prints a file for the bank with the approved payouts to bank accounts: SEPA XML in euros from `companyIban`, else CSV; without those in an earlier file, unless `again` asks for them',
    async run({ payout }, words, { note, operator }) {
      if (words.some((word) => word !== 'csv' && word !== 'again')) throw usage('[csv] [again]');
      const options = { isCsv: words.includes('csv'), isRepeated: words.includes('again') };
      const { content, leftOutIds } = await payout.makeBankFile(options, operator);
      if (leftOutIds.length > 0)
        note(
          `Not in the file, because they have no account in the SEPA area: ${leftOutIds.join(', ')}. See \`payouts file csv\`.`,
        );
      return content;
    },
  },
  'payouts paid': {
    takes: '<id> [reference]',
    permission: 'decidePayouts',
    says: 'marks an approved payout as paid, with the bank reference',
    sendsMail: true,
    async run({ payout }, [id, payoutId], { operator }) {
      if (id === undefined) throw usage('<id> [reference]');
      await payout
        .decide(id, { status: 'done', payoutId }, operator)
        .catch(explainNotFound(`There is no payout ${id}.`));
      return 'The payout is marked as paid.';
    },
  },
  'payouts returned': {
    takes: '<id> <reason>',
    permission: 'decidePayouts',
    says: 'records that the bank returned a payout; its money returns to the creator, who sees the reason',
    sendsMail: true,
    async run({ payout }, [id, ...words], { operator }) {
      const reason = words.join(' ').trim();
      if (id === undefined || reason === '') throw usage('<id> <reason>');
      await payout
        .decide(id, { status: 'returned', reason }, operator)
        .catch(explainNotFound(`There is no payout ${id}.`));
      return 'The money is back in the wallet.';
    },
  },
};
