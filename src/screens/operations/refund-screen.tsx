import Link from 'next/link';
import { useRouter } from 'next/router';
import { Alert, Button, Space, Tag } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import { BeforeAfter } from '@/components/console/before-after';
import { Facts, type Fact } from '@/components/console/facts';
import { consolePaths } from '@/config/console-paths';
import { useAct } from '@/features/operations/act/use-act';
import {
  consoleRefund,
  grantRefund,
  MAX_ANSWER,
  refuseRefund,
  type RefundDetails,
} from '@/features/operations/refund/refund-feature';
import { nameFully } from '@/features/operations/person/person-words';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { readText } from './console-query';
import { refundWords } from './refunds-screen';
import { PersonLink } from './person-link';
import { DetailPage } from './detail-page';

type Decision = 'grant' | 'refuse';

/** One refund request with its sale, and the decision on it. */
export function RefundScreen() {
  const { query } = useRouter();
  const dispatch = useAppDispatch();
  const loaded = useAppSelector(consoleRefund.select);
  const id = readText(query['id']);
  const title = loaded.data ? `Refund: ${loaded.data.request.title}` : 'Refund';
  return (
    <DetailPage
      title={title}
      list={{ href: consolePaths.refunds, label: 'All refunds' }}
      loaded={loaded}
      onRetry={() => dispatch(consoleRefund.requested(id))}
    >
      {(details) => <Details details={details} />}
    </DetailPage>
  );
}

function Details({ details }: { details: RefundDetails }) {
  const { request, sale } = details;
  const [decision, setDecision] = useState<Decision | null>(null);
  const isOpen = request.state === 'asked' || request.state === 'with_operator';
  return (
    <>
      <RefundFacts details={details} />
      {sale.isDisputed && isOpen && (
        <Alert
          type="warning"
          showIcon
          title="The payer disputes this payment at the bank, which holds the money. It can be refunded only if the bank decides for the site."
        />
      )}
      {isOpen && (
        <Space wrap>
          <Button type="primary" disabled={sale.isDisputed} onClick={() => setDecision('grant')}>
            Refund {formatMoney(request.amount)}
          </Button>
          <Button danger onClick={() => setDecision('refuse')}>
            Refuse
          </Button>
        </Space>
      )}
      <DecisionDialog details={details} decision={decision} onClose={() => setDecision(null)} />
    </>
  );
}

function RefundFacts({ details: { request, sale, ofFan, operator } }: { details: RefundDetails }) {
  const { state, decidedBy } = request;
  const formatTime = (at: string) => formatFull(at, { timeZone: VIEWER_TIME_ZONE });
  const facts: Fact[] = [
    { label: 'Status', value: <Tag color={refundWords[state].color}>{refundWords[state].text}</Tag> },
    { label: 'Reason', value: request.reason },
    {
      label: 'Fan',
      value: (
        <>
          <PersonLink person={request.userInfo} />, {pluralise(ofFan.asked, 'request')} so far, {ofFan.granted} granted
        </>
      ),
    },
    { label: 'Creator', value: request.performerId ? <PersonLink person={request.performerInfo} /> : 'The site' },
    { label: 'Bought', value: formatTime(sale.createdAt) },
    { label: 'Requested', value: formatTime(request.createdAt) },
    {
      label: 'Paid',
      value: `${formatMoney(request.amount)} from the ${request.refundsTo === 'card' ? 'card' : 'wallet'}`,
    },
    { label: 'Earned by the creator', value: request.takes === null ? 'Nothing' : formatMoney(request.takes) },
  ];
  if (request.orderId)
    facts.push({
      label: 'Order',
      value: (
        <Link className="link" href={consolePaths.order(request.orderId)}>
          Open the order
        </Link>
      ),
    });
  if (sale.paymentId)
    facts.push({
      label: 'Payment',
      value: (
        <Link className="link" href={consolePaths.payment(sale.paymentId)}>
          Open the payment
        </Link>
      ),
    });
  if (decidedBy)
    facts.push({
      label: 'Decided by',
      value: decidedBy === 'creator' ? 'The creator' : nameFully(operator) || 'An operator',
    });
  if (request.answer !== '') facts.push({ label: 'Answer', value: request.answer });
  return <Facts facts={facts} />;
}

interface DecisionDialogProps {
  details: RefundDetails;
  decision: Decision | null;
  onClose: () => void;
}

function DecisionDialog({ details: { request }, decision, onClose }: DecisionDialogProps) {
  const { act, isBusy, failure } = useAct({ open: decision !== null, onDone: onClose });
  const fan = request.userInfo?.name || request.userInfo?.username || 'the fan';
  const isGrant = decision === 'grant';
  return (
    <ActDialog
      key={decision}
      open={decision !== null}
      title={`${isGrant ? `Refund ${formatMoney(request.amount)} to` : 'Refuse the refund of'} ${nameFully(request.userInfo) || fan}`}
      effect={
        isGrant ? (
          <>
            <p>
              The money returns to their {request.refundsTo}, and they lose what they bought. Both sides are notified on
              the site.
            </p>
            <Shares request={request} />
          </>
        ) : (
          `${fan} keeps what they bought and gets no money back. They cannot ask again, and read your answer.`
        )
      }
      okText={isGrant ? `Refund ${formatMoney(request.amount)}` : 'Refuse'}
      isDanger={!isGrant}
      isBusy={isBusy}
      failure={failure}
      reason={{ label: `Answer to ${fan}`, isOptional: isGrant, maxLength: MAX_ANSWER }}
      onAct={(answer) => act(isGrant ? grantRefund(request._id, answer) : refuseRefund(request._id, answer))}
      onClose={onClose}
    />
  );
}

/** The sale, and what a refund leaves of it. */
function Shares({ request: { amount, takes } }: { request: RefundDetails['request'] }) {
  return (
    <BeforeAfter
      changes={[
        { name: 'Paid by the fan', before: amount, after: 0 },
        { name: 'Earned by the creator', before: takes ?? 0, after: 0 },
        { name: 'Commission and tax', before: amount - (takes ?? 0), after: 0 },
      ]}
    />
  );
}
