import { cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import type { CheckoutLine, Delivery } from '../../../db/schema/orders';
import type { Tx } from '../../../db/transaction';
import type { TransferRequest } from '../../../ledger/post-transfer';
import type { ProductService } from '../../content/product/product-service';
import type { SiteSettings } from '../../site/settings/settings-service';
import type { EligibleParties } from '../payment-eligibility/payment-eligibility-service';
import type { ChargeRow, WalletService } from '../wallet/wallet-service';
import type { OrderNotifications } from './order-notifications';
import type { OrderRepository, OrderRow } from './order-repository';

const DAY_MS = 24 * 3600 * 1000;

export interface CreateOrdersDeps extends Pick<ServerContext, 'clock'> {
  wallet: Pick<WalletService, 'recordSale'>;
  product: Pick<ProductService, 'changeStock'>;
  repository: OrderRepository;
  notifications: OrderNotifications;
}

/** A cart to order. Its products are locked. */
export interface PaidCart {
  groupId: string;
  lines: readonly CheckoutLine[];
  delivery: Delivery;
  /** By seller id. */
  parties: ReadonlyMap<string, EligibleParties>;
  /** Id of the card payment; absent if the wallet pays. */
  paymentId?: string;
}

/** Creates an order per line of the cart, each a separate sale. The caller posts `transfers` last. @throws ALREADY_BOUGHT */
export async function createOrders(
  { clock, wallet, product, repository, notifications }: CreateOrdersDeps,
  tx: Tx,
  cart: PaidCart,
  site: SiteSettings,
): Promise<{ rows: OrderRow[]; charges: ChargeRow[]; transfers: TransferRequest[] }> {
  const rows: OrderRow[] = [];
  const charges: ChargeRow[] = [];
  const transfers: TransferRequest[] = [];
  const now = clock.now();
  // Lists of orders are sorted by id, so sorted ids keep the order of the cart.
  const ids = cart.lines.map(() => newId(now.getTime())).sort();
  for (const [index, line] of cart.lines.entries()) {
    const parties = cart.parties.get(line.performerId);
    if (!parties) throw new Error(`No eligible parties for seller ${line.performerId}: open them first`);
    const purchase = {
      parties,
      target: 'product',
      targetId: line.productId,
      type: 'product',
      name: line.name,
      price: cents(line.unitPrice),
      quantity: line.quantity,
      shippingPrice: cents(line.shippingPrice),
      isOwned: line.type === 'digital',
    } as const;
    const card = cart.paymentId === undefined ? undefined : { paymentId: cart.paymentId, tax: cents(line.tax) };
    const { row: charge, transfer } = await wallet.recordSale(tx, purchase, site, card);
    if (line.type === 'physical') await product.changeStock(line.productId, -line.quantity, tx);
    charges.push(charge);
    transfers.push(transfer);
    rows.push(toOrder(cart, line, { id: ids[index]!, userId: parties.payerId, transactionId: charge.id, now }));
  }
  await repository.insert(rows, tx);
  for (const { id, createdAt } of rows)
    await repository.addEvent({ orderId: id, kind: 'ordered', detail: '', createdAt }, tx);
  await notifications.notifyOrdered(tx, rows);
  return { rows, charges, transfers };
}

function toOrder(
  { groupId, delivery, paymentId }: PaidCart,
  line: CheckoutLine,
  { id, userId, transactionId, now }: { id: string; userId: string; transactionId: string; now: Date },
): OrderRow {
  const isDigital = line.type === 'digital';
  const { downloadLimit, downloadDays } = line;
  return {
    id,
    groupId,
    transactionId,
    userId,
    performerId: line.performerId,
    productId: line.productId,
    name: line.name,
    type: line.type,
    quantity: line.quantity,
    unitPrice: cents(line.unitPrice),
    shippingPrice: cents(line.shippingPrice),
    taxAmount: cents(line.tax),
    totalPrice: cents(line.unitPrice * line.quantity + line.shippingPrice + line.tax),
    isByCard: paymentId !== undefined,
    deliveryStatus: isDigital ? 'delivered' : 'processing',
    shippingCode: '',
    carrier: '',
    deliveryAddressId: isDigital ? null : delivery.addressId,
    deliveryAddress: isDigital ? '' : delivery.address,
    postalCode: isDigital ? '' : delivery.postalCode,
    phoneNumber: delivery.phoneNumber,
    userNote: delivery.userNote,
    packedAt: null,
    downloads: 0,
    downloadLimit: isDigital && downloadLimit > 0 ? downloadLimit : null,
    downloadableUntil: isDigital && downloadDays > 0 ? new Date(now.getTime() + downloadDays * DAY_MS) : null,
    createdAt: now,
    updatedAt: now,
  };
}
