import { put } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { paymentRoutes } from '@contract/money/payment-routes';
import { performerRoutes } from '@contract/identity/performer-routes';
import { authRoutes } from '@contract/identity/auth-routes';
import { currentUserLoaded, currentUserRequested, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { isNotFound, toFailure } from '@/services/api-error';
import { askAfresh } from '@/store/ask-afresh';
import { attempt } from '@/store/attempt';
import { selectCan } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import * as checkout from './checkout-slice';
import { selectSheet, putIfCurrent } from './track-payment';

/** Asks for the share of tax where the payer is. Servers without the call leave it out. */
export function* loadTax(kind: checkout.TaxKind) {
  try {
    const { rate } = yield* callEndpoint(paymentRoutes.calculateTax, { body: { amount: 100, type: kind } });
    yield put(checkout.taxLoaded({ kind, rate }));
  } catch {
    // The price without tax is sent along as the price seen: where tax is due, the server refuses rather than adds it.
    yield put(checkout.taxLoaded({ kind, rate: 0 }));
  }
}

export const loadPerformer = attempt(
  function* loadPerformer({ payload: { id } }: ReturnType<typeof checkout.performerRequested>) {
    yield put(checkout.performerLoaded(yield* callEndpoint(performerRoutes.getPerformer, { params: { id } })));
  },
  () => checkout.performerFailed(),
);

export const applyCoupon = attempt(
  function* applyCoupon({ payload: { code } }: ReturnType<typeof checkout.couponRequested>) {
    yield put(checkout.couponApplied(yield* callEndpoint(paymentRoutes.applyCoupon, { params: { id: code } })));
  },
  (failure) => {
    const message = failure.status === 404 ? 'There is no coupon with this code.' : failure.message;
    return checkout.couponFailed({ ...failure, message });
  },
);

export function* loadCards() {
  try {
    const { data } = yield* askAfresh(
      () => callEndpoint(paymentRoutes.listCards, { query: { limit: 50 } }),
      [checkout.cardKept.type, checkout.defaultCardChanged.type, checkout.cardDeleted.type],
    );
    yield put(checkout.cardsLoaded(data));
  } catch (error) {
    // A backend whose gateway asks for the card on a page of its own keeps none.
    const keepsCards = yield* selectState(checkout.selectKeepsCards);
    yield put(keepsCards ? checkout.cardsFailed(toFailure(error)) : checkout.cardsLoaded([]));
  }
}

/**
 * The card is the account's, whatever sheet is open when it is there; only the one that it was typed in says so.
 *
 * @returns the saved card; null when it was refused, which the form says.
 */
export function* saveCard(card: checkout.NewCard): Generator<unknown, checkout.Card | null> {
  const sheet = yield* selectState(selectSheet);
  try {
    const added = yield* callEndpoint(paymentRoutes.addCard, { body: card });
    yield put(checkout.cardKept(added));
    yield* putIfCurrent(sheet, checkout.cardAdded(added._id));
    return added;
  } catch (error) {
    yield* putIfCurrent(sheet, checkout.cardAddFailed(toFailure(error)));
    return null;
  }
}

export const chooseDefault = attempt(
  function* chooseDefault({ payload: { cardId } }: ReturnType<typeof checkout.defaultCardRequested>) {
    yield* callEndpoint(paymentRoutes.setDefaultCard, { body: { cardId } });
    yield put(checkout.defaultCardChanged({ cardId }));
    yield put(checkout.cardChangeEnded());
  },
  (failure) => [checkout.cardChangeEnded(), failureShown(failure)],
);

export const deleteCard = attempt(
  function* deleteCard({ payload: { cardId, isSilent } }: ReturnType<typeof checkout.cardDeleteRequested>) {
    yield* callEndpoint(paymentRoutes.deleteCard, { params: { id: cardId } });
    yield put(checkout.cardDeleted({ cardId }));
    if (!isSilent) yield put(toastShown({ text: 'Card deleted' }));
    // Another card may have become the default.
    yield* loadCards();
    yield put(checkout.cardChangeEnded());
  },
  (failure, { payload }) => [checkout.cardChangeEnded(), ...(payload.isSilent ? [] : [failureShown(failure)])],
);

/** The page that the mailed link leads back to, where the backend keeps one. */
function* readReturnPath() {
  if (!(yield* selectState(selectCan('returnPaths')))) return {};
  return { returnTo: window.location.pathname + window.location.search };
}

/** Whether a card may be added; asking sends the link when the address is not confirmed. Servers without the call say yes. */
export function* checkEmail() {
  try {
    const { verifiedEmail, sent } = yield* callEndpoint(paymentRoutes.checkCardEmail, {
      query: yield* readReturnPath(),
    });
    yield put(checkout.emailChecked({ isVerified: verifiedEmail, wasSent: sent }));
    if (verifiedEmail) yield put(currentUserRequested());
  } catch (error) {
    if (isNotFound(error)) yield put(checkout.emailChecked({ isVerified: true, wasSent: false }));
    else yield put(checkout.emailFailed(toFailure(error)));
  }
}

/** Whether the address is confirmed by now; unlike the check this sends nothing. */
export const lookAtEmail = attempt(
  function* lookAtEmail() {
    const user = yield* callEndpoint(accountRoutes.getMe);
    yield put(currentUserLoaded(user));
    yield put(checkout.emailLooked({ isVerified: user.verifiedEmail }));
  },
  (failure) => checkout.emailFailed(failure),
);

export const resendEmail = attempt(
  function* resendEmail() {
    const user = yield* selectState(selectCurrentUser);
    if (!user?.email) return;
    const source = { _id: user._id, email: user.email };
    yield* callEndpoint(authRoutes.sendEmailVerification, {
      body: { source, sourceType: 'user', ...(yield* readReturnPath()) },
    });
    yield put(checkout.emailChecked({ isVerified: false, wasSent: true }));
  },
  (failure) => checkout.emailFailed(failure),
);
