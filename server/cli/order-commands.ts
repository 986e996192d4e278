import { moneyText } from '../mail/compose-mail';
import { toCents } from '@contract/base/money';
import { explainNotFound, usage, type OperatorCommand } from './operator-command';

const FIRST_PAGE = { limit: 50, offset: 0 };

export const orderCommands: Record<string, OperatorCommand> = {
  'orders refund': {
    takes: '<id> <reason>',
    permission: 'decideRefunds',
    says: 'refunds an order to the card or wallet that paid; both sides read the reason',
    sendsMail: true,
    async run({ order }, [id, ...words], { operator }) {
      const reason = words.join(' ').trim();
      if (id === undefined || reason === '') throw usage('<id> <reason>');
      await order.refundAsOperator({ id, reason }, operator).catch(explainNotFound(`There is no order ${id}.`));
      return 'The order is refunded.';
    },
  },
  'payments find': {
    takes: '<text>',
    says: 'finds card payments by id, id at the gateway, or name, username or email of the payer',
    async run({ ledgerConsole }, words) {
      const q = words.join(' ').trim();
      if (q === '') throw usage('<text>');
      const { data } = await ledgerConsole.searchPayments({ q, ...FIRST_PAGE });
      const lines = data.map(
        ({ _id, createdAt, totalPrice, type, status, gatewayId, userName }) =>
          `${_id}  ${createdAt}  ${moneyText(toCents(totalPrice))}  ${type}  ${status}  ${gatewayId}  ${userName}`,
      );
      return lines.length === 0 ? 'No payment fits.' : lines.join('\n');
    },
  },
  'payments show': {
    takes: '<id>',
    says: 'prints the entries of a card payment in the ledger',
    async run({ ledgerConsole }, [id]) {
      if (id === undefined) throw usage('<id>');
      const { transfers } = await ledgerConsole.getPayment(id).catch(explainNotFound(`There is no payment ${id}.`));
      const lines = transfers.flatMap(({ code, createdAt, entries }) => [
        `${createdAt}  ${code}`,
        ...entries.map(
          ({ account, ownerId, amount, balanceAfter }) =>
            `  ${moneyText(toCents(amount))}  ${account} ${ownerId}  balance ${moneyText(toCents(balanceAfter))}`,
        ),
      ]);
      return lines.length === 0 ? 'It moved no money.' : lines.join('\n');
    },
  },
};
