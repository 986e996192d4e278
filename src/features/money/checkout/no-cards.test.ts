import { ApiError } from '@/services/api-error';
import { settle, storeForTest } from '../../../../tests/harness/render-with-store';
import { checkoutFeature } from './checkout-feature';
import { cardsRequested, selectCards } from './cards-slice';

async function load(status: number, message: string) {
  const { store, calls } = storeForTest({
    user: {},
    features: [checkoutFeature],
    answers: {
      listCards: () => {
        throw new ApiError(status, { statusCode: status, message, ...(status === 404 && { error: 'Not Found' }) });
      },
    },
  });
  for (let time = 0; time < 2; time += 1) {
    store.dispatch(cardsRequested());
    await settle();
  }
  return { cards: selectCards(store.getState()), calls };
}

describe('cards on a backend whose gateway asks for them', () => {
  it('are an empty list, and not requested again', async () => {
    const { cards, calls } = await load(404, 'Cannot GET /payment-cards');
    expect(cards).toEqual({ list: [], status: 'ready', error: null, busyId: null });
    expect(calls.filter(({ name }) => name === 'listCards')).toHaveLength(1);
  });

  it('cause an error on a backend that saves cards', async () => {
    const { cards } = await load(500, 'Out of order');
    expect(cards).toMatchObject({ status: 'failed', error: { message: 'Out of order' } });
  });
});
