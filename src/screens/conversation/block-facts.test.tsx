import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { blockFeature, personBlocked } from '@/features/identity/block/block-feature';
import { fanFeature } from '@/features/identity/fan/fan-feature';
import { restFeature } from '@/features/money/refund/rest-feature';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../tests/harness/render-with-store';
import { BlockFacts } from './block-facts';

const ada = { _id: 'f00000000000000000000001', name: 'Ada Fenn', username: 'ada', avatar: '', isPerformer: false };
const subscription = {
  _id: 's1',
  isActive: true,
  subscriptionType: 'monthly',
  expiredAt: '2126-12-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

async function show(rest: object, { extensions, answers }: { extensions?: readonly string[]; answers?: Answers } = {}) {
  const page = renderWithStore(<BlockFacts userId={ada._id} />, {
    features: [blockFeature, fanFeature, restFeature],
    user: { isPerformer: true },
    ...(extensions && { extensions }),
    answers: {
      getFan: () => ({ userId: ada._id, subscription, purchases: 1 }),
      getSubscriptionRest: () => rest,
      blockUser: ({ body }) => ({ _id: 'b1', targetId: ada._id, ...body }),
      ...answers,
    },
  });
  await act(settle);
  return page;
}

it('a block offers to refund the unused part of a subscription, and shows what that costs the creator', async () => {
  const { calls, store } = await show({ amount: 5.33, takes: 4, paidUntil: subscription.expiredAt });
  expect(screen.getByText(/paid until .*, ends now, and \$5\.33 goes back to their card/)).toBeInTheDocument();
  const choice = screen.getByLabelText(/Also refund the rest \(\$5\.33\), of which \$4\.00 comes from/);
  await userEvent.click(choice);
  expect(screen.getByText(/ends on .* and won’t renew\. Nothing is refunded/)).toBeInTheDocument();
  await userEvent.click(choice);
  await act(async () => {
    store.dispatch(personBlocked({ person: ada as never, reason: '' }));
    await settle();
  });
  expect(calls.find(({ name }) => name === 'blockUser')?.input.body).toMatchObject({
    refundRest: true,
    expectedRest: 5.33,
  });
  const [toast] = selectToasts(store.getState());
  expect(toast).toMatchObject({ text: 'Ada Fenn is blocked and refunded' });
  expect(toast).not.toHaveProperty('action');
});

it('the creator is asked again if the refund has changed', async () => {
  const rests = [
    { amount: 5.33, takes: 4, paidUntil: subscription.expiredAt },
    { amount: 5, takes: 3.75, paidUntil: subscription.expiredAt },
  ];
  const { store } = await show(
    {},
    {
      answers: {
        getSubscriptionRest: () => rests.shift(),
        blockUser: () => {
          throw new ApiError(409, { error: 'PRICE_CHANGED', message: 'The price changed.' });
        },
      },
    },
  );
  expect(screen.getByRole('checkbox')).toBeChecked();
  await act(async () => {
    store.dispatch(personBlocked({ person: ada as never, reason: '' }));
    await settle();
  });
  expect(screen.getByLabelText(/Also refund the rest \(\$5\.00\)/)).not.toBeChecked();
});

it('a block offers no refund if nothing is left', async () => {
  await show({ amount: 0, takes: 0, paidUntil: null });
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('a block offers no refund on other backends', async () => {
  const { calls } = await show({}, { extensions: [] });
  expect(calls.map(({ name }) => name)).not.toContain('getSubscriptionRest');
  expect(screen.queryByRole('checkbox')).toBeNull();
});
