import { useCallback, useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { Panel } from '@/components/layout/panel';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectRefundOfSale } from '../refund-feature';
import { describeLoss, getPlace, getStateWords, type RefundOfSale } from '../refund-words';
import { AskSheet } from './ask-sheet';
import { RequestFacts } from './request-facts';

interface RefundPanelProps {
  title: string;
  kind: string;
  /** Whether it is a product to download. */
  isFile?: boolean;
  /** Null if the site itself is the seller. */
  creator: string | null;
}

export function RefundPanel({ title, kind, isFile, creator }: RefundPanelProps) {
  const { refund } = useAppSelector(selectRefundOfSale);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  if (!refund || (!refund.canAsk && !refund.request && !refund.returned)) return null;
  const { request, canAsk } = refund;
  const words = request && getStateWords(request.state, 'fan');
  const seller = creator ?? 'our team';
  return (
    <>
      <Panel title="Refund" aside={words && <Badge tone={words.tone}>{words.text}</Badge>} className="stack">
        {request && <RequestFacts request={request} seller={seller} />}
        <Returned refund={refund} />
        {canAsk && (
          <>
            <AskTerms refund={refund} seller={seller} />
            <div>
              <Button onClick={() => setIsOpen(true)}>{request ? 'Ask us to look at it' : 'Ask for a refund'}</Button>
            </div>
          </>
        )}
      </Panel>
      <AskSheet
        refund={refund}
        title={title}
        loss={describeLoss(kind, 'You', isFile)}
        seller={seller}
        open={isOpen}
        onClose={close}
      />
    </>
  );
}

function AskTerms({ refund: { until, decides }, seller }: { refund: RefundOfSale; seller: string }) {
  const who = decides === 'creator' ? seller : 'us';
  return (
    <p className="sm ink-2">
      You can ask {who} for a refund
      {until && (
        <>
          {' '}
          until <Day value={until} />
        </>
      )}
      .
    </p>
  );
}

function Returned({ refund: { returned, refundsTo } }: { refund: RefundOfSale }) {
  if (!returned) return null;
  const isMoved = refundsTo === 'card' && returned.to === 'wallet';
  return (
    <p>
      {formatMoney(returned.amount)} {returned.to === 'wallet' ? 'is in' : 'is on its way to'}{' '}
      {getPlace(returned.to, 'your')}.{isMoved && ' Your card’s bank didn’t take it.'}
    </p>
  );
}
