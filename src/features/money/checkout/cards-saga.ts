import { put, takeEvery, takeLeading } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { ApiError, toFailure } from '@/services/api-error';
import { fetchFresh } from '@/store/fetch-fresh';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { cardAdded, cardAddFailed, cardAddRequested } from './card-form-slice';
import { askBank, findStripeKey } from './bank-window';
import * as cards from './cards-slice';
import { selectKey } from './payment-slice';
import { putIfCurrent } from './track-payment';

function* loadCards() {
  try {
    const { data } = yield* fetchFresh(
      () => callEndpoint(paymentRoutes.listCards, { query: { limit: 50 } }),
      [cards.cardSaved.type, cards.defaultCardChanged.type, cards.cardDeleted.type],
    );
    yield put(cards.cardsLoaded(data));
  } catch (error) {
    // Backends whose gateway has its own page for cards save none, which is no error.
    const keepsCards = yield* selectState(cards.selectSupportsSavedCards);
    yield put(keepsCards ? cards.cardsFailed(toFailure(error)) : cards.cardsLoaded([]));
  }
}

/** Saves a card even if its sheet closes; only its own sheet shows the outcome. @returns null if the card was rejected. */
export function* saveCard(
  card: cards.NewCard,
  confirm?: (saved: cards.Card) => Generator<unknown, void>,
): Generator<unknown, cards.Card | null> {
  const key = yield* selectState(selectKey);
  try {
    const saved = yield* callEndpoint(paymentRoutes.addCard, { body: card });
    if (confirm) yield* confirm(saved);
    yield put(cards.cardSaved(saved));
    yield* putIfCurrent(key, cardAdded(saved._id));
    return saved;
  } catch (error) {
    yield* putIfCurrent(key, cardAddFailed(toFailure(error)));
    return null;
  }
}

/**
 * Runs the bank's confirmation, which later charges require. Not needed for cards saved for a payment, which runs it.
 * @throws ApiError if the bank refused; the card is then deleted.
 */
function* confirmCard({ _id: id, setupClientSecret: secret }: cards.Card): Generator<unknown, void> {
  const key = yield* findStripeKey();
  if (!secret || key === undefined) return;
  let refusal: string | undefined;
  try {
    refusal = yield* askBank('card', { key, secret });
  } catch {
    // The outcome is unknown: the first payment will ask the bank again.
  }
  if (refusal === undefined) return;
  yield* callEndpoint(paymentRoutes.deleteCard, { params: { id } });
  throw new ApiError(402, { statusCode: 402, error: 'CARD_DECLINED', message: refusal });
}

const setDefaultCard = withFailure(
  function* setDefaultCard({ payload: { cardId } }: ReturnType<typeof cards.defaultCardRequested>) {
    yield* callEndpoint(paymentRoutes.setDefaultCard, { body: { cardId } });
    yield put(cards.defaultCardChanged({ cardId }));
    yield put(cards.cardChangeEnded());
  },
  (failure) => [cards.cardChangeEnded(), failureShown(failure)],
);

const deleteCard = withFailure(
  function* deleteCard({ payload: { cardId, isSilent } }: ReturnType<typeof cards.cardDeleteRequested>) {
    yield* callEndpoint(paymentRoutes.deleteCard, { params: { id: cardId } });
    yield put(cards.cardDeleted({ cardId }));
    if (!isSilent) yield put(toastShown({ text: 'Card deleted' }));
    // The deletion may have changed the default card.
    yield* loadCards();
    yield put(cards.cardChangeEnded());
  },
  (failure, { payload }) => [cards.cardChangeEnded(), ...(payload.isSilent ? [] : [failureShown(failure)])],
);

export function* cardsSaga() {
  yield takeLeading(cards.cardsRequested, loadCards);
  // Several sheets can save cards in parallel: an earlier one must not block a later one.
  yield takeEvery(cardAddRequested, ({ payload }) => saveCard(payload, confirmCard));
  yield takeLeading(cards.defaultCardRequested, setDefaultCard);
  yield takeLeading(cards.cardDeleteRequested, deleteCard);
}
