import type { EndpointData } from '@contract/schemas';

export type RefundRequest = EndpointData<'listRefundRequests'>['data'][number];
export type RefundOfSale = EndpointData<'getRefundOfSale'>;
export type RefundState = RefundRequest['state'];

interface StateWords {
  text: string;
  tone: 'plain' | 'success' | 'warn';
}

const states: Record<'fan' | 'creator', Record<RefundState, StateWords>> = {
  fan: {
    asked: { text: 'Requested', tone: 'warn' },
    with_operator: { text: 'Under review', tone: 'warn' },
    granted: { text: 'Refunded', tone: 'success' },
    refused: { text: 'Not granted', tone: 'plain' },
  },
  creator: {
    asked: { text: 'Waiting for you', tone: 'warn' },
    with_operator: { text: 'With our team', tone: 'warn' },
    granted: { text: 'Refunded', tone: 'success' },
    refused: { text: 'Not granted', tone: 'plain' },
  },
};

export const getStateWords = (state: RefundState, side: 'fan' | 'creator'): StateWords => states[side][state];

/** Such as `your card` or `their wallet`. */
export const getPlace = (place: 'card' | 'wallet', whose: 'your' | 'their'): string => `${whose} ${place}`;

/** Text about the access that the buyer loses by a refund. @param who `You` or their name. @param isFile a product to download */
export function describeLoss(kind: string, who: string, isFile = false): string {
  switch (kind) {
    case 'subscription':
      return `${who === 'You' ? 'Your' : 'Their'} subscription ends right away.`;
    case 'platform-subscription':
      return 'Your membership ends right away.';
    case 'product':
      return `${who === 'You' ? 'Your' : 'Their'} order is taken back${isFile ? ', with its download' : ''}.`;
    default:
      return who === 'You' ? 'You can no longer open it.' : `${who} can no longer open it.`;
  }
}
