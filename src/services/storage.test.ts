import { faviconStore, hiddenPostStore, referralStore, startedPaymentStore, themeStore } from './storage';
import { unsentStore } from './unsent-storage';

afterEach(() => window.localStorage.clear());

const file = { fileId: 'f', kind: 'photo', name: 'a.jpg' } as const;
const outgoing = { clientId: 'c', conversationId: 'a', text: 'Hi', price: null, files: [file] };
const unsent = { drafts: { a: 'Hello' }, outgoing: [outgoing], prices: { a: '4' } };

describe('browser storage', () => {
  it('returns what was written', () => {
    referralStore.write('summer');
    unsentStore('u').write(unsent);
    hiddenPostStore('u').write(['1', '2']);
    expect(referralStore.read()).toBe('summer');
    expect(unsentStore('u').read()).toEqual(unsent);
    expect(hiddenPostStore('u').read()).toEqual(['1', '2']);
    referralStore.remove();
    expect(referralStore.read()).toBeUndefined();
  });

  it.each<[string, { read(): unknown }, string]>([
    ['theme', themeStore, 'sepia'],
    ['ref', referralStore, 'x'.repeat(101)],
    ['ref', referralStore, '""'],
    ['favicon', faviconStore, '{"href":"/a.png"}'],
    ['unsent_u', unsentStore('u'), '"text of an older version"'],
    ['unsent_u', unsentStore('u'), JSON.stringify({ ...unsent, drafts: { a: { text: 'of another shape' } } })],
    ['unsent_u', unsentStore('u'), JSON.stringify({ ...unsent, outgoing: [{ ...outgoing, text: 1 }] })],
    [
      'unsent_u',
      unsentStore('u'),
      JSON.stringify({ ...unsent, outgoing: [{ ...outgoing, files: [{ ...file, kind: 'x' }] }] }),
    ],
    ['unsent_u', unsentStore('u'), 'null'],
    ['hidden_posts_u', hiddenPostStore('u'), '{"1":true}'],
    ['hidden_posts_u', hiddenPostStore('u'), '[1,2]'],
  ])('drops an invalid value of %s (row %#)', (key, store, value) => {
    window.localStorage.setItem(key, value);
    expect(store.read()).toBeUndefined();
  });

  it('keeps a payment only in its tab, and drops invalid payments', () => {
    const started = {
      userId: 'u',
      startedAt: 1,
      key: 'k',
      intent: { kind: 'tip' },
      attempt: [{ kind: 'tip' }],
      before: ['b'],
      isLeft: false,
    };
    startedPaymentStore.write([started]);
    expect(startedPaymentStore.read()).toEqual([started]);
    expect(window.localStorage).toHaveLength(0);
    window.sessionStorage.setItem('started_payments', JSON.stringify([started, { ...started, attempt: ['tip'] }]));
    expect(startedPaymentStore.read()).toEqual([started]);
    startedPaymentStore.remove();
    expect(window.sessionStorage).toHaveLength(0);
  });

  it('keeps the newest 500 hidden posts', () => {
    hiddenPostStore('u').write(Array.from({ length: 600 }, (_, index) => String(index)));
    expect(hiddenPostStore('u').read()).toHaveLength(500);
    expect(hiddenPostStore('u').read()?.at(-1)).toBe('599');
  });

  it('returns nothing and does not throw if the browser refuses storage', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse);
    themeStore.write('dark');
    themeStore.remove();
    expect(themeStore.read()).toBeUndefined();
  });
});
