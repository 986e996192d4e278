import type { Executor } from '../../../db/transaction';
import type { PaymentService } from '../payment/payment-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { RefundRequestRepository, RefundRequestRow } from './refund-request-repository';
import { isOpen } from './refund-request-repository';
import type { Sale, SaleRepository } from './sale-repository';

export interface WindowDeps {
  repository: RefundRequestRepository;
  saleRepository: SaleRepository;
  payment: Pick<PaymentService, 'findRefund' | 'isDisputed'>;
}

/** The deadline for requesting a refund, and the side that decides. */
export interface RefundWindow {
  /** Null for goods that have not arrived yet: the days count from arrival. */
  until: Date | null;
  decides: 'creator' | 'operator';
}

const DAY_MS = 24 * 3600 * 1000;
const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** Excludes tips, which are gifts; shows, which were watched; and top-ups, whose money can still be spent. */
const refundable: ReadonlySet<Sale['kind']> = new Set([
  'feed',
  'video',
  'gallery',
  'message',
  'product',
  'subscription',
  'platform-subscription',
]);

/**
 * Whether a refund can be requested now; null if not. After a creator's rejection, the fan can ask the operators once, within
 * `refundAnswerDays`.
 *
 * @param requests for this sale, newest first.
 */
export async function readWindow(
  { saleRepository, payment }: WindowDeps,
  { sale, requests, site, now }: { sale: Sale; requests: readonly RefundRequestRow[]; site: SiteSettings; now: Date },
  tx?: Executor,
): Promise<RefundWindow | null> {
  if (!sale.isPaid || sale.amount === 0 || !refundable.has(sale.kind) || requests.some(isOpen)) return null;
  if (await payment.findRefund(sale.id, tx)) return null;
  if (sale.paymentId !== null && (await payment.isDisputed(sale.paymentId, tx))) return null;
  const [last] = requests;
  if (last) {
    const until = addDays(last.updatedAt, site.refundAnswerDays);
    return requests.every(({ decidedBy }) => decidedBy === 'creator') && now <= until
      ? { until, decides: 'operator' }
      : null;
  }
  const until = await readEnd(saleRepository, sale, site, tx);
  if (until !== null && now > until) return null;
  return { until, decides: sale.performerId === null ? 'operator' : 'creator' };
}

async function readEnd(
  saleRepository: SaleRepository,
  { id, kind, createdAt }: Sale,
  { refundDays }: SiteSettings,
  tx?: Executor,
): Promise<Date | null> {
  if (kind !== 'product') return addDays(createdAt, refundDays);
  const order = await saleRepository.findOrder(id, tx);
  const arrival = order ? await saleRepository.readArrival(order, tx) : createdAt;
  return arrival && addDays(arrival, refundDays);
}
