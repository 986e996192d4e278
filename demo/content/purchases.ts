import type { DemoOrder, PurchaseKind } from '../types';
import { days, hours } from './build';
import type { CreatorName, FanName } from './names';

/** A purchase listed by hand; `movements.ts` generates the rest. */
interface ToldPurchase {
  fan: FanName;
  kind: PurchaseKind;
  key: string;
  minutesAgo: number;
  quantity?: number;
  order?: DemoOrder;
}

/** In major units. Top-ups and spending leave exactly 100.00 in Ada's wallet. */
export const adasTopUps = [
  { amount: 50, minutesAgo: days(62) },
  { amount: 100, minutesAgo: days(34) },
  { amount: 50, minutesAgo: days(13) },
  { amount: 10, minutesAgo: days(4) + hours(1) },
  { amount: 50, minutesAgo: days(2) + hours(3) },
] as const;

export const adasTips: readonly { creator: CreatorName; amount: number; minutesAgo: number }[] = [
  { creator: 'miraokafor', amount: 20, minutesAgo: days(20) },
  { creator: 'demo-creator', amount: 15, minutesAgo: days(8) + hours(21) },
  { creator: 'inescalloway', amount: 10, minutesAgo: hours(5) + 40 },
  { creator: 'suvilahti', amount: 7.5, minutesAgo: hours(22) + 10 },
  { creator: 'junoparkreyes', amount: 5, minutesAgo: days(3) - 20 },
  { creator: 'tomaszbell', amount: 3, minutesAgo: days(38) },
];

export const toldPurchases: readonly ToldPurchase[] = [
  {
    fan: 'demo-fan',
    kind: 'product',
    key: 'omar/product-notebook',
    minutesAgo: days(12),
    order: { status: 'delivered', shippingCode: 'RR482910037RO' },
  },
  {
    fan: 'demo-fan',
    kind: 'product',
    key: 'mira/product-small-cup',
    minutesAgo: days(3) + hours(5),
    order: { status: 'shipping', shippingCode: 'LX774120955IE', note: 'With a handle, please.' },
  },
  { fan: 'demo-fan', kind: 'gallery', key: 'mira/gallery-commission', minutesAgo: days(25) },
  { fan: 'demo-fan', kind: 'feed', key: 'suvi/three-curtains', minutesAgo: days(2) + hours(8) },
  { fan: 'demo-fan', kind: 'feed', key: 'wen/crane-template', minutesAgo: days(2) + hours(2) },
  { fan: 'demo-fan', kind: 'feed', key: 'callum/storm-log', minutesAgo: days(3) + hours(1) },
  { fan: 'demo-fan', kind: 'feed', key: 'noor/rain-recording', minutesAgo: days(26) },
  { fan: 'demo-fan', kind: 'message', key: 'callum/message-cove', minutesAgo: days(1) + hours(4) },
  { fan: 'priyaraman', kind: 'message', key: 'noor/message-violet-palette', minutesAgo: days(19) + 30 },
  {
    fan: 'priyaraman',
    kind: 'product',
    key: 'noor/product-poppy-print',
    minutesAgo: days(1) + hours(2),
    order: { status: 'processing', note: 'Please roll it, the letterbox is small.' },
  },
  {
    fan: 'hollisgrey',
    kind: 'product',
    key: 'noor/product-colour-cards',
    minutesAgo: days(21),
    order: { status: 'delivered', shippingCode: 'GB551009274GB' },
  },
  {
    fan: 'gretalindqvist',
    kind: 'product',
    key: 'noor/product-poppy-print',
    minutesAgo: days(5),
    order: { status: 'shipping', shippingCode: 'GB551017733GB' },
  },
  { fan: 'gretalindqvist', kind: 'product', key: 'noor/product-tracing-booklet', minutesAgo: days(30) },
  { fan: 'lenahofer', kind: 'product', key: 'noor/product-tracing-booklet', minutesAgo: days(6) - 60 },
  {
    fan: 'lenahofer',
    kind: 'product',
    key: 'noor/product-brush-roll',
    minutesAgo: days(66),
    quantity: 2,
    order: { status: 'delivered', shippingCode: 'GB550961840GB' },
  },
  {
    fan: 'theomarchetti',
    kind: 'product',
    key: 'ines/product-record',
    minutesAgo: days(2),
    order: { status: 'processing' },
  },
  {
    fan: 'theomarchetti',
    kind: 'product',
    key: 'noor/product-colour-cards',
    minutesAgo: days(13),
    order: { status: 'shipping', shippingCode: 'GB551002291GB' },
  },
];
