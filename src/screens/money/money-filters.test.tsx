import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithStore } from '../../../tests/harness/render-with-store';
import { MoneyFilters } from './money-filters';

it('filters that are chosen before the URL has changed are combined', async () => {
  const { router } = renderWithStore(
    <MoneyFilters path="/user/wallet-transaction" filter={{ flow: null, sum: '', days: null }} isAccount findsSums />,
  );
  router.push.mockReturnValue(new Promise(() => {}));
  await userEvent.click(screen.getByRole('button', { name: 'Money in' }));
  expect(screen.getByRole('button', { name: 'Money in' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.type(screen.getByLabelText('Amount'), '25');
  await userEvent.click(screen.getByRole('button', { name: 'Find this amount' }));
  const addresses = router.push.mock.calls.map(([address]: string[]) => address);
  expect(addresses).toEqual(['/user/wallet-transaction?flow=in', '/user/wallet-transaction?flow=in&sum=25']);
});

describe('the search by amount', () => {
  const show = () =>
    renderWithStore(
      <MoneyFilters path="/user/wallet-transaction" filter={{ flow: null, sum: '', days: null }} findsSums />,
    );

  it('keeps the focus in the field', async () => {
    const { router } = show();
    router.push.mockReturnValue(new Promise(() => {}));
    await userEvent.type(screen.getByLabelText('Amount'), '25{Enter}');
    expect(router.push).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText('Amount')).toHaveFocus();
  });

  it('rejects an invalid amount and keeps it in the field', async () => {
    const { router } = show();
    await userEvent.type(screen.getByLabelText('Amount'), 'ten{Enter}');
    expect(screen.getByText('Enter an amount like 25.00.')).toBeInTheDocument();
    expect(screen.getByLabelText('Amount')).toHaveValue('ten');
    expect(router.push).not.toHaveBeenCalled();
  });
});
