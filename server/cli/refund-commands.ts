import { refundStates } from '@contract/money/refund-state';
import { AppError } from '../errors';
import { moneyText } from '../mail/compose-mail';
import { explainNotFound, usage, type OperatorCommand } from './operator-command';

const getYesterday = (): string => new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10);

export const refundCommands: Record<string, OperatorCommand> = {
  'refunds list': {
    takes: '[with_operator|asked|granted|refused]',
    says: 'lists refund requests, newest first; without a state, those that wait for an operator',
    async run({ refundRequest }, [wanted = 'with_operator']) {
      const state = refundStates.find((one) => one === wanted);
      if (!state) throw usage('with_operator, asked, granted or refused');
      const rows = await refundRequest.listByState(state);
      const lines = rows.map(({ id, createdAt, amount, userId, performerId, reason }) => {
        const seller = performerId === null ? 'membership' : `creator ${performerId}`;
        const sum = amount === null ? '' : moneyText(amount);
        return `${id}  ${createdAt.toISOString()}  ${sum}  fan ${userId}  ${seller}  ${reason.replaceAll(/\s+/g, ' ')}`;
      });
      return lines.length === 0 ? `No refund request is ${state}.` : lines.join('\n');
    },
  },
  'refunds grant': {
    takes: '<id> [reason]',
    permission: 'decideRefunds',
    says: 'grants a refund: reverses the sale and returns the money to its source; both sides are notified',
    sendsMail: true,
    async run({ refundRequest }, [id, ...words], { operator }) {
      if (id === undefined) throw usage('<id> [reason]');
      const decision = { id, isGranted: true, answer: words.join(' ').trim() };
      await refundRequest
        .decideAsOperator(decision, operator)
        .catch(explainNotFound(`There is no refund request ${id}.`));
      return 'The refund is granted, and the money is being returned.';
    },
  },
  'refunds refuse': {
    takes: '<id> <reason>',
    permission: 'decideRefunds',
    says: 'refuses a refund for good; both sides are notified, and the fan sees the reason',
    sendsMail: true,
    async run({ refundRequest }, [id, ...words], { operator }) {
      const answer = words.join(' ').trim();
      if (id === undefined || answer === '') throw usage('<id> <reason>');
      const decision = { id, isGranted: false, answer };
      await refundRequest
        .decideAsOperator(decision, operator)
        .catch(explainNotFound(`There is no refund request ${id}.`));
      return 'The refund is refused.';
    },
  },
  'disputes list': {
    takes: '',
    says: 'lists payments disputed by their payers, newest first; respond on the website of the gateway',
    async run({ dispute }) {
      const rows = await dispute.list();
      const lines = rows.map(
        ({ gatewayId, createdAt, amount, reason, status, respondBy, userId }) =>
          `${gatewayId}  ${createdAt.toISOString()}  ${moneyText(amount)}  ${status}${
            status === 'open' && respondBy ? ` until ${respondBy.toISOString()}` : ''
          }  ${reason}  fan ${userId}`,
      );
      return lines.length === 0 ? 'No payment was ever disputed.' : lines.join('\n');
    },
  },
  reconcile: {
    takes: '[day]',
    permission: 'readLedger',
    says: 'compares the ledger of a day (as 2026-05-31; default: yesterday) with the record of the payment gateway',
    async run({ reconciliation }, [day = getYesterday()], { operator }) {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) throw usage('[day], as 2026-05-31');
      const { movements, fees, differences } = await reconciliation.compare(day, operator).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'PROVIDER_NOT_CONFIGURED'
          ? new Error('The payment gateway of this site has no record to compare with.')
          : error;
      });
      const head = `${day}: ${movements} movements, ${moneyText(fees)} in fees, ${differences.length} differences.`;
      return [head, ...differences].join('\n');
    },
  },
};
