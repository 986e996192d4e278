import { act, fireEvent, screen } from '@testing-library/react';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { checkoutFeature } from './checkout-feature';
import { cardSaved, cardsRequested } from './cards-slice';
import { CardList } from './components/card-list';
import { addCardRequested, intentFeature } from './intent-feature';

const getCard = (end: string, isDefault: boolean) => ({
  _id: `c0000000000000000000${end}`,
  token: `card_${end}`,
  brand: 'Visa',
  last4Digits: end,
  isDefault,
  month: '08',
  year: '2031',
});
const stored = [getCard('4242', true), getCard('0341', false), getCard('0002', false)];
const page = (data: object[]) => ({ data, total: data.length });

async function open(answers: Answers) {
  const shown = renderWithStore(<CardList />, {
    features: [intentFeature, checkoutFeature],
    answers: { listCards: () => page(stored), ...answers },
    user: { verifiedEmail: true },
  });
  await act(async () => {
    shown.store.dispatch(cardsRequested());
    await settle();
  });
  const named = (name: string) => shown.calls.filter((call) => call.name === name);
  return { ...shown, named };
}

const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};
const remove = async (end: string) => {
  await press(`Delete Visa ending ${end}`);
  await press('Delete card');
};

function held() {
  const ends: ((reply: object | Error) => void)[] = [];
  const answer = () =>
    new Promise((resolve, reject) => {
      ends.push((reply) => (reply instanceof Error ? reject(reply) : resolve(reply)));
    });
  const end = async (reply: object | Error) => {
    ends.shift()?.(reply);
    await act(settle);
  };
  return { answer, end };
}

describe('saved cards', () => {
  it('are deleted one at a time, until the list is reloaded', async () => {
    const deletion = held();
    const list = held();
    let isHeld = false;
    const { named, store } = await open({
      listCards: () => (isHeld ? list.answer() : page(stored)),
      deleteCard: deletion.answer,
    });
    isHeld = true;
    await remove('4242');
    expect(screen.getByRole('button', { name: 'Delete Visa ending 0341' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Make default: Visa ending 0002' })).toBeDisabled();
    act(() => void store.dispatch(addCardRequested()));
    expect(screen.getByRole('button', { name: 'Delete Visa ending 0341' })).toBeDisabled();
    await deletion.end({ success: true });
    expect(screen.queryByText('Visa ending 4242')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Delete Visa ending 0341' })).toBeDisabled();
    // Two requests for the list: one by the sheet, one after the deletion.
    await list.end(page(stored.slice(1)));
    await list.end(page(stored.slice(1)));
    await remove('0341');
    await deletion.end({ success: true });
    expect(named('deleteCard').map(({ input }) => input.params)).toEqual([
      { id: stored[0]?._id },
      { id: stored[1]?._id },
    ]);
  });

  it('are loaded again if a card was added while they loaded', async () => {
    const list = held();
    const { store, named } = await open({ listCards: list.answer });
    const added = getCard('5556', false);
    act(() => void store.dispatch(cardSaved(added as never)));
    await list.end(page(stored));
    expect(screen.getByText('Visa ending 5556')).toBeVisible();
    await list.end(page([...stored, added]));
    expect(screen.getByText('Visa ending 5556')).toBeVisible();
    expect(screen.getByText('Visa ending 4242')).toBeVisible();
    expect(named('listCards')).toHaveLength(2);
  });

  it('can be made the default again after the server rejected that', async () => {
    const choice = held();
    await open({ setDefaultCard: choice.answer });
    await press('Make default: Visa ending 0341');
    expect(screen.getByRole('button', { name: 'Make default: Visa ending 0002' })).toBeDisabled();
    await choice.end(new ApiError(500, { message: 'Not now.' }));
    expect(screen.getByRole('button', { name: 'Make default: Visa ending 0002' })).toBeEnabled();
  });
});
