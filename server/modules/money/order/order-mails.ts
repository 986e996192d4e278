import { cents, type Cents } from '@contract/base/money';
import { composeMail, moneyText } from '../../../mail/compose-mail';
import { totalLines } from '../../../mail/sum-lines';
import { getOrderNumber, getRefundPlace, getTracking, nameTogether } from './order-presenter';
import type { OrderRow } from './order-repository';

export type OrderNews = 'ordered' | 'shipped' | 'address' | 'delivered' | 'cancelled' | 'refunded';

interface OrderMail {
  to: string;
  siteName: string;
  news: OrderNews;
  side: 'buyer' | 'seller';
  /** Orders of one buyer. In a mail to the seller, or about a single order, all are from one seller. */
  rows: readonly OrderRow[];
  /** Name of the seller or buyer; empty if there are several. */
  other: string;
  reason: string;
  /** Numbers of the buyer's invoices or credit notes; can be empty. */
  numbers: readonly string[];
  url: string;
}

export function orderMail({ to, siteName, news, side, rows, other, reason, numbers, url }: OrderMail) {
  const [first] = rows;
  if (!first) throw new Error('An order email needs at least one order');
  const total = cents(rows.reduce((sum, { totalPrice }) => sum + totalPrice, 0));
  const name = nameTogether(rows);
  const details = { name, other, reason, refundedTo: getRefundPlace(first), row: first, total: moneyText(total) };
  const { subject, paragraphs } = texts[side][news](details);
  const tracking = getTracking(first);
  return composeMail({
    to,
    siteName,
    subject,
    paragraphs: paragraphs.filter(Boolean),
    facts: [
      ...priceLines(rows, total),
      ['Order', rows.map(getOrderNumber).join(', ')],
      ...(numbers.length > 0 ? [[nameNumbers(news, numbers), numbers.join(', ')] as const] : []),
      ...(first.deliveryAddress && news !== 'refunded' ? [['Sent to', first.deliveryAddress] as const] : []),
      ...(tracking && news === 'shipped' ? [['Tracking', tracking] as const] : []),
    ],
    action: { label: 'View the order', url },
  });
}

function priceLines(rows: readonly OrderRow[], total: Cents): (readonly [string, string])[] {
  const sum = (part: 'shippingPrice' | 'taxAmount') => cents(rows.reduce((whole, row) => whole + row[part], 0));
  const shipping = sum('shippingPrice');
  return [
    ...rows.map((row) => [`${row.name} × ${row.quantity}`, moneyText(cents(row.unitPrice * row.quantity))] as const),
    ...(shipping > 0 ? [['Shipping', moneyText(shipping)] as const] : []),
    ...totalLines({ tax: sum('taxAmount'), total }),
  ];
}

const nameNumbers = (news: OrderNews, { length }: readonly string[]): string =>
  `${news === 'ordered' ? 'Invoice' : 'Credit note'}${length > 1 ? 's' : ''}`;

interface Details {
  name: string;
  other: string;
  reason: string;
  refundedTo: string;
  row: OrderRow;
  total: string;
}

interface Texts {
  subject: string;
  paragraphs: string[];
}

const texts: Record<OrderMail['side'], Record<OrderNews, (details: Details) => Texts>> = {
  buyer: {
    ordered: ({ name, row, total }) => ({
      subject: `Your order: ${name}`,
      paragraphs: [
        `Thank you. You ordered ${name} for ${total}.`,
        row.type === 'digital' ? 'You can download it right away.' : 'We’ll write again when it is on its way.',
      ],
    }),
    shipped: ({ name, other }) => ({
      subject: `On its way: ${name}`,
      paragraphs: [`${other} has sent ${name}.`],
    }),
    address: ({ name }) => ({
      subject: `New address for ${name}`,
      paragraphs: [`${name} will be sent to the address below.`],
    }),
    delivered: ({ name, other }) => ({
      subject: `Delivered: ${name}`,
      paragraphs: [`${other} says that ${name} has arrived. If it has not, write to them.`],
    }),
    cancelled: ({ name, total, refundedTo }) => ({
      subject: `Cancelled: ${name}`,
      paragraphs: [`You cancelled ${name}. ${total} went back to ${refundedTo}.`],
    }),
    refunded: ({ name, other, total, refundedTo, reason }) => ({
      subject: `Refunded: ${name}`,
      paragraphs: [`${other} refunded ${name}. ${total} went back to ${refundedTo}.`, reason],
    }),
  },
  seller: {
    ordered: ({ name, other, total }) => ({
      subject: `New order: ${name}`,
      paragraphs: [`${other} ordered ${name} for ${total}.`],
    }),
    shipped: ({ name }) => ({ subject: `You sent ${name}`, paragraphs: [`You marked ${name} as sent.`] }),
    address: ({ name, other }) => ({
      subject: `New address for ${name}`,
      paragraphs: [`${other} changed where ${name} should be sent. The new address is below.`],
    }),
    delivered: ({ name }) => ({ subject: `Delivered: ${name}`, paragraphs: [`You marked ${name} as delivered.`] }),
    cancelled: ({ name, other }) => ({
      subject: `Cancelled: ${name}`,
      paragraphs: [`${other} cancelled ${name} before it was sent. Don’t send it.`],
    }),
    refunded: ({ name, other, total }) => ({
      subject: `Refunded: ${name}`,
      paragraphs: [`${total} for ${name} went back to ${other}.`],
    }),
  },
};
