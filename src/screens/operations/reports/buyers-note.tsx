import { Alert } from 'antd';
import { pluralise } from '@/lib/format-count';

/** Warns before content is removed that fans paid for. */
export const BuyersNote = ({ noun, buyers }: { noun: string; buyers: number }) =>
  buyers === 0 ? null : (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 'var(--s-4)' }}
      title={`${pluralise(buyers, 'fan')} paid for this ${noun}`}
      description="Once it is removed, they can no longer open it. Nobody is refunded by itself: they can ask for a refund."
    />
  );
