import Link from 'next/link';
import { Badge } from '@/components/basic/badge';
import { Day } from '@/components/basic/times';
import { Panel } from '@/components/layout/panel';
import { getStateWords, type RefundRequest } from '../refund-words';

type Request = Pick<RefundRequest, 'createdAt' | 'reason' | 'state' | 'answer' | 'answerBy' | 'decidedBy'>;

/** Tells a fan how their request stands, on the receipt and on the order. */
export function RequestFacts({ request, seller }: { request: Request; seller: string }) {
  const { createdAt, reason, state, answer, answerBy, decidedBy } = request;
  const name = decidedBy === 'creator' ? seller : 'We';
  return (
    <>
      <p className="sm ink-2">
        You asked on <Day value={createdAt} />: “{reason}”
      </p>
      {state === 'asked' && (
        <p>
          {seller} has until <Day value={answerBy} /> to answer. After that, we’ll decide.
        </p>
      )}
      {state === 'with_operator' && <p>We’re looking at it and will email you our decision.</p>}
      {state === 'refused' && (
        <p>
          {name} didn’t grant it.{answer && ` “${answer}”`}
        </p>
      )}
      {state === 'granted' && answer && (
        <p>
          {name} answered: “{answer}”
        </p>
      )}
    </>
  );
}

interface RequestPanelProps {
  request: Request;
  seller: string;
  /** The product, if the order has several. */
  item?: string | undefined;
  receiptHref: string;
}

/** The request beside an order, in place of the link to ask for one. */
export function RequestPanel({ request, seller, item, receiptHref }: RequestPanelProps) {
  const { text, tone } = getStateWords(request.state, 'fan');
  return (
    <Panel title={item ? `Refund of ${item}` : 'Refund'} aside={<Badge tone={tone}>{text}</Badge>} className="stack">
      <RequestFacts request={request} seller={seller} />
      <p className="sm">
        <Link className="link" href={receiptHref}>
          View receipt
        </Link>
      </p>
    </Panel>
  );
}
