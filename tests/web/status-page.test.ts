import { readParts, writeStatusPage, type SiteStatus } from '@/composition/site-files/status-page';
import { healthParts } from '../../server/http/health-routes';

const checkedAt = new Date('2026-03-04T15:06:00Z');
const working = Object.fromEntries(healthParts.map((part) => [part, 'ok'])) as SiteStatus['parts'];
const write = (status: Partial<SiteStatus> = {}) => {
  const page = writeStatusPage({
    siteName: 'Ovela',
    parts: working,
    isApiDown: false,
    isMaintenance: false,
    checkedAt,
    ...status,
  });
  const document = page.replace(/<style>.*<\/style>/s, '');
  const [, heading = ''] = /<h1>(.*)<\/h1>/.exec(document) ?? [];
  const rows = [...document.matchAll(/<dt>(.*?)<\/dt><dd class="(\w+)">(.*?)<\/dd>/g)].map(([, name, , state]) => [
    name,
    state,
  ]);
  return { page, heading, rows };
};

describe('the status page', () => {
  it('names every part that /health reports', () => {
    const { heading, rows } = write();
    expect(heading).toBe('Everything is working');
    expect(rows).toHaveLength(healthParts.length);
    for (const [, state] of rows) expect(state).toBe('Working');
  });

  it('says that a part is slow', () => {
    const { heading, rows } = write({ parts: { ...working, mail: 'slow' } });
    expect(heading).toBe('Something is slower than usual');
    expect(rows).toContainEqual(['Emails', 'Slower than usual']);
  });

  it('says so if the API does not respond', () => {
    const { heading, rows } = write({ parts: null, isApiDown: true });
    expect(heading).toBe('The site is not working right now');
    expect(rows).toHaveLength(healthParts.length);
    for (const [, state] of rows) expect(state).toBe('Not working');
  });

  it('has one row before a backend that does not say how its parts are', () => {
    expect(write({ parts: null }).rows).toEqual([['The whole site', 'Working']]);
  });

  it('puts maintenance first', () => {
    expect(write({ parts: { ...working, mail: 'slow' }, isMaintenance: true }).heading).toBe(
      'We’re doing some maintenance',
    );
  });

  it('is not for search engines, and cannot be broken by the name of the site', () => {
    const { page } = write({ siteName: '<script>alert(1)</script>' });
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).not.toContain('<script>alert');
    expect(page.match(/<script/g)).toHaveLength(1);
  });

  it('shows no parts, states or reasons that it does not know', () => {
    const reply = { status: 'degraded', reason: 'inside', parts: { mail: 'slow', live: '<b>', pgboss: 'ok' } };
    expect(readParts(reply)).toEqual({ mail: 'slow' });
    for (const other of [undefined, null, 'x', [], { parts: null }]) expect(readParts(other)).toBeNull();
  });
});
