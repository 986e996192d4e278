import { fromFormValue, toFormValue } from './setting-form-values';

describe('values of settings in a form', () => {
  it.each([
    ['share', 0.175],
    ['shares', { tip: 0.1 }],
    ['time', '2026-12-01T10:00:00.000Z'],
    ['time', ''],
    ['flag', true],
    ['price', 2.95],
    ['line', 'Ovela'],
    ['forms', ['contact']],
  ] as const)('keep %s = %j', (kind, value) => {
    expect(fromFormValue(kind, toFormValue(kind, value))).toEqual(value);
  });

  it('show shares in percent, and leave out cleared ones', () => {
    expect(toFormValue('share', 0.175)).toBe(17.5);
    expect(fromFormValue('shares', { tip: 10, feed: null })).toEqual({ tip: 0.1 });
  });

  it('number the links of menus, and see which lead away', () => {
    const links = [
      { title: ' About ', path: '/page/about', section: 'footer' },
      { title: 'News', path: 'https://news.example.test', section: 'header', isNewTab: true },
    ];
    expect(fromFormValue('menus', links)).toEqual([
      { title: 'About', path: '/page/about', section: 'footer', isNewTab: false, internal: true, ordering: 1 },
      {
        title: 'News',
        path: 'https://news.example.test',
        section: 'header',
        isNewTab: true,
        internal: false,
        ordering: 2,
      },
    ]);
  });

  it('are empty texts when cleared', () => {
    expect(fromFormValue('line', undefined)).toBe('');
    expect(fromFormValue('time', null)).toBe('');
  });
});
