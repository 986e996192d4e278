import { ownProduct } from './item-readers';
import { performer, user } from './people-readers';
import { andThen, readRow, type Read, type Row } from './read-row';

export const subscription = readRow({
  texts: 'createdAt updatedAt userId performerId expiredAt',
  optionalTexts: 'startRecurringDate nextRecurringDate',
  optionalNumbers: 'price totalSpent',
  optionalFlags: 'usedFreeSubscription blockedUser isActive isAgeNeeded',
  words: { subscriptionType: 'monthly', status: 'active', paymentGateway: 'system' },
  parts: { userInfo: user, performerInfo: performer },
});

const paidProduct = readRow(
  {
    texts: 'name productType',
    optionalTexts: 'description productId performerId',
    numbers: 'price',
    optionalNumbers: 'quantity',
  },
  { needsId: false },
);

const paidMembers = {
  texts: 'createdAt updatedAt sourceId targetId performerId',
  optionalTexts: 'sessionId userNote',
  optionalNumbers: 'originalPrice totalPrice balanceAfter',
  partLists: { products: andThen(paidProduct, (row) => ({ ...row, quantity: row['quantity'] ?? 1 })) },
  parts: { sourceInfo: user, performerInfo: performer },
};

/** `originalPrice` is the price before a coupon; without one, both prices are equal. */
function withPrices(row: Row): Row {
  const total = row['totalPrice'] ?? row['originalPrice'] ?? 0;
  return { ...row, source: 'user', totalPrice: total, originalPrice: row['originalPrice'] ?? total };
}

const coupon = readRow({ texts: 'code', numbers: 'value' });

export const transaction = andThen(
  readRow({
    ...paidMembers,
    texts: 'createdAt updatedAt sourceId',
    optionalTexts: 'targetId performerId stripeClientSecret failureReason',
    optionalNumbers: 'originalPrice totalPrice taxAmount',
    words: { status: 'created', target: 'performer', type: 'token_package', paymentGateway: 'system' },
    parts: { ...paidMembers.parts, couponInfo: coupon },
  }),
  withPrices,
);
export const charge = andThen(
  readRow({ ...paidMembers, words: { status: 'success', target: 'performer', type: 'tip' } }),
  withPrices,
);

/** A payment returns a transaction, a charge, or the URL of a gateway's page. Wire contract 2.13. */
export const payment: Read = (row) => {
  if ('paymentUrl' in row) return row;
  return 'paymentGateway' in row ? transaction(row) : charge(row);
};

export const order = readRow({
  texts: 'orderNumber transactionId performerId userId productId shippingCode createdAt updatedAt',
  optionalTexts: 'deliveryAddressId deliveryAddress phoneNumber userNote postalCode',
  numbers: 'quantity unitPrice totalPrice',
  words: { deliveryStatus: 'processing' },
  parts: { performerInfo: performer, userInfo: user, productInfo: ownProduct },
});

export const earning = andThen(
  readRow({
    texts: 'createdAt updatedAt userId performerId transactionId',
    optionalTexts: 'paidAt itemName userNote availableAt',
    numbers: 'grossPrice netPrice',
    optionalNumbers: 'siteCommission commission',
    flags: 'isPaid',
    optionalFlags: 'isToken',
    words: { paymentGateway: 'system', sourceType: 'performer', type: 'tip' },
    parts: { userInfo: user, performerInfo: performer },
  }),
  (row) => ({
    ...row,
    isToken: row['isToken'] ?? row['paymentGateway'] === 'system',
    siteCommission: row['siteCommission'] ?? row['commission'] ?? 0,
  }),
);

export const payout = andThen(
  readRow({
    texts: 'sourceId createdAt updatedAt',
    optionalTexts: 'requestNote adminNote payoutId reasonCode accountHint arrivesAt paidAt',
    numbers: 'requestTokens',
    optionalNumbers: 'tokenConversionRate feeTokens',
    words: { source: 'performer', status: 'pending', paymentAccountType: 'banking' },
    parts: { sourceInfo: performer },
  }),
  (row) => ({ ...row, tokenConversionRate: row['tokenConversionRate'] ?? 1 }),
);

/** Compatible backends send months and years of cards as text, sometimes as numbers. */
export const card = andThen(
  readRow({
    texts: 'brand last4Digits month year token sourceId createdAt updatedAt',
    optionalTexts: 'holderName customerId',
    flags: 'isDefault',
    optionalFlags: 'isProduction',
    words: { paymentGateway: 'stripe' },
  }),
  (row) => ({ ...row, source: 'user' }),
);
