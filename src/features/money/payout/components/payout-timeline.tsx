import { Day, ExactTime } from '@/components/basic/times';
import { Timeline } from '@/components/list/timeline';
import { formatMoney, formatSigned } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectReserves } from '../payout-support';
import { describeAccount, getNet, getStatusWords, type Payout } from '../payout-words';

type Step = Parameters<typeof Timeline>[0]['steps'][number];

export function PayoutTimeline({ payout }: { payout: Payout }) {
  const reserves = useAppSelector(selectReserves);
  return <Timeline steps={listSteps(payout, reserves)} />;
}

const at = (value: string | null | undefined) => (value ? { note: <ExactTime value={value} /> } : {});

function listSteps(payout: Payout, reserves: boolean): Step[] {
  const { status, requestTokens, createdAt, updatedAt, arrivesAt, feeTokens } = payout;
  const requested: Step = { title: 'Requested', ...at(createdAt), amount: formatMoney(requestTokens) };
  const fee = feeTokens ? { amount: `fee ${formatMoney(-feeTokens)}` } : {};
  const net = getNet(payout);
  const arrives: Step = {
    title:
      payout.paymentAccountType === 'banking' ? 'In your bank' : `At ${describeAccount(payout.paymentAccountType)}`,
    ...(arrivesAt && {
      note: (
        <>
          by <Day value={arrivesAt} />
        </>
      ),
    }),
    ...(net !== null && { amount: formatMoney(net) }),
    ahead: true,
  };
  switch (status) {
    case 'pending':
      return [{ ...requested, tone: 'now' }, { title: 'Approved', ...fee, ahead: true }, arrives];
    case 'approved':
      return [requested, { title: 'Approved', ...at(updatedAt), ...fee, tone: 'now' }, arrives];
    case 'done':
      return [requested, { title: 'Approved', ...fee }, getSent(payout)];
    case 'rejected':
      return payout.reasonCode === 'returned'
        ? [requested, { title: 'Approved', ...fee }, getSent(payout), ...listReturn(payout, reserves)]
        : [requested, ...listReturn(payout, reserves)];
    default:
      return [requested, { title: getStatusWords(payout).text, ...at(updatedAt), tone: 'now' }];
  }
}

function getSent(payout: Payout): Step {
  const { paymentAccountType, accountHint, requestTokens, paidAt, updatedAt, payoutId } = payout;
  return {
    title: `Sent to ${describeAccount(paymentAccountType, accountHint)}`,
    amount: formatMoney(getNet(payout) ?? requestTokens),
    note: (
      <>
        <ExactTime value={paidAt ?? updatedAt} />
        {payoutId && <span className="block">Reference {payoutId}</span>}
      </>
    ),
  };
}

/** Steps about money returned to the balance. Compatible backends deduct a payout only when it is paid. Wire contract 2.22. */
function listReturn(payout: Payout, reserves: boolean): Step[] {
  const { requestTokens, updatedAt, adminNote, reasonCode } = payout;
  const isWithdrawn = reasonCode === 'withdrawn';
  const said = !isWithdrawn && adminNote;
  return [
    {
      title: getStatusWords(payout).text,
      tone: isWithdrawn ? 'now' : 'bad',
      note: (
        <>
          <ExactTime value={updatedAt} />
          {said && <span className="block said">{adminNote}</span>}
        </>
      ),
    },
    ...(reserves
      ? [{ title: 'Back in your balance', note: 'No fee.', amount: formatSigned(requestTokens) } satisfies Step]
      : []),
  ];
}
