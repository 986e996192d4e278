import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { defaultCurrency, setSiteCurrency } from '@contract/base/currency';
import { MoneyInput } from '@/components/form/money-input';
import { settingsLoaded } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { createStore } from './create-store';

const context = {
  callApi: () => Promise.reject(new Error('No call expected in this test')),
  navigate: () => undefined,
  getToken: () => undefined,
  socket: { current: null },
};
afterEach(() => setSiteCurrency(defaultCurrency));

const Price = () => (
  <main>
    <p>{formatMoney(1_500)}</p>
    <MoneyInput aria-label="Price" value="500" onChange={() => undefined} />
  </main>
);

it('server and browser render amounts in the currency of the settings', async () => {
  const server = createStore(context);
  server.dispatch(settingsLoaded({ currency: 'JPY' }));
  const html = renderToString(<Price />);
  expect(html).toContain('¥1,500');

  // Simulates another process, which has no settings yet.
  setSiteCurrency(defaultCurrency);
  createStore(context, server.getState());
  const root = document.createElement('div');
  root.innerHTML = html;
  document.body.append(root);
  const failures: unknown[] = [];
  const hydrated = await act(async () =>
    hydrateRoot(root, <Price />, { onRecoverableError: (error) => failures.push(error) }),
  );
  expect(failures).toEqual([]);
  expect(root.querySelector('p')).toHaveTextContent('¥1,500');
  expect(root.querySelector('input')).toHaveAttribute('inputmode', 'numeric');
  expect(root).not.toHaveTextContent('$');
  act(() => hydrated.unmount());
});

it.each([undefined, '', 'money', 'KWD'])('amounts are in dollars for the setting %j', (currency) => {
  setSiteCurrency({ code: 'JPY', exponent: 0 });
  createStore(context).dispatch(settingsLoaded({ currency }));
  expect(formatMoney(1_500)).toBe('$1,500.00');
});
