import { fromCents } from '@contract/base/money';
import type { EndpointReply } from '@contract/schemas';
import { presentRefunded, type Refunded } from '../payment/payment-service';
import {
  getReceiptNumber,
  getReceiptTitle,
  type ReceiptFacts,
  type ReceiptNumbers,
  type ReceiptOrder,
} from './receipt-facts';
import { getPersonName, type readReceiptPeople } from './receipt-people';
import { describePayment } from './receipt-rules';

interface ReceiptContext {
  people: Awaited<ReturnType<typeof readReceiptPeople>>;
  siteName: string;
  numbers: ReceiptNumbers;
  refunded: Refunded | null;
  order: ReceiptOrder | null;
  /** Null if the payment is not for a subscription, or the subscription does not renew. */
  nextRecurringDate: Date | null;
}

export function presentReceipt(
  facts: ReceiptFacts,
  { people: { payer, creator }, siteName, numbers, refunded, order, nextRecurringDate }: ReceiptContext,
): EndpointReply<'getReceipt'> {
  const details = { item: facts.item, creator: creator ? getPersonName(creator) : '', siteName };
  return {
    _id: facts.id,
    number: getReceiptNumber(facts.id, numbers.invoice),
    creditNoteNumber: numbers.creditNote,
    refunded: presentRefunded(facts, refunded),
    kind: facts.kind,
    status: facts.status,
    title: getReceiptTitle(facts, details),
    summary: describePayment(facts, details),
    price: fromCents(facts.price),
    discount: fromCents(facts.discount),
    taxAmount: fromCents(facts.tax),
    taxRate: facts.taxRate,
    totalPrice: fromCents(facts.total),
    paidWith: { brand: null, last4Digits: null, ...facts.paidWith },
    payer: { name: payer?.name ?? '', email: payer?.email ?? null },
    performer: creator && {
      _id: creator.account.id,
      name: getPersonName(creator),
      username: creator.account.username,
    },
    orderId: order?.id ?? null,
    productType: order?.type ?? null,
    nextRecurringDate: nextRecurringDate?.toISOString() ?? null,
    createdAt: facts.createdAt.toISOString(),
    updatedAt: facts.updatedAt.toISOString(),
  };
}
