import { act, screen } from '@testing-library/react';
import type { TransferCode } from '../../../server/ledger/transfers';
import { actFeature } from '@/features/operations/act/act-feature';
import { consoleLedgerFeature, type PaymentLine } from '@/features/operations/ledger/ledger-feature';
import { describeTransfer } from '@/features/operations/ledger/transfer-words';
import { listExportFeature } from '@/features/operations/list-export/list-export-feature';
import { renderWithStore, settle } from '../../../tests/harness/render-with-store';
import { loadPayments } from './payments-query';
import { PaymentsScreen } from './payments-screen';

const payment: PaymentLine = {
  _id: 'p1',
  userId: 'u1',
  userName: 'Ada Fenn',
  userUsername: 'ada',
  performerId: null,
  performerName: '',
  performerUsername: '',
  type: 'token_package',
  target: 'token_package',
  totalPrice: 50,
  taxAmount: 0,
  status: 'success',
  gatewayId: 'pi_1',
  card: '',
  failure: '',
  createdAt: new Date('2026-11-19T23:59').toISOString(),
  bookedAt: new Date('2026-11-20T10:00').toISOString(),
};

it('says whom the money of a payment is for', async () => {
  const rows: PaymentLine[] = [
    payment,
    { ...payment, _id: 'p2', type: 'platform_subscription', target: 'platform' },
    {
      ...payment,
      _id: 'p3',
      type: 'feed',
      target: 'feed',
      performerId: 'c1',
      performerName: 'Noor Adeyemi',
      performerUsername: 'noor',
    },
  ];
  const { store, container } = renderWithStore(<PaymentsScreen />, {
    features: [actFeature, consoleLedgerFeature, listExportFeature],
    user: { roles: ['user', 'admin', 'accountant'] },
    answers: { searchPayments: () => ({ data: rows, total: 3 }) },
  });
  await act(async () => {
    for (const action of loadPayments({ query: {} })) store.dispatch(action);
    await settle();
  });
  const readRow = (id: string) => container.querySelector(`[data-row-key="${id}"]`)?.textContent;
  expect(readRow('p1')).toContain('Ada Fenn @adaTheir wallet');
  expect(readRow('p2')).toContain('Ada Fenn @adaThe site');
  expect(readRow('p3')).toContain('Ada Fenn @adaNoor Adeyemi @noor');
  expect(screen.getAllByText('Not recorded')).toHaveLength(3);
  const [time] = screen.getAllByText(/^20 Nov( 2026)?, 10:00$/);
  expect(time).toHaveAttribute('title', 'Friday 20 November 2026 at 10:00');
});

it('has words for bookings of the ledger', () => {
  const codes: TransferCode[] = ['stream_tip', 'feed', 'payout-returned', 'top-up-loss', 'part-refund'];
  for (const code of codes) expect(describeTransfer(code)).not.toMatch(/[-_]loss|_|^[a-z]/);
});
