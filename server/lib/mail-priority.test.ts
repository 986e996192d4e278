import { createMailTurns, getMailPriority } from './mail-priority';

describe('getMailPriority', () => {
  it('orders mails by kind, and within a kind by recent mails', () => {
    const kinds = ['awaited', 'news', 'unconfirmed', 'digest'] as const;
    const places = kinds.flatMap((kind) => [0, 1, 500, 1_000_000].map((turns) => getMailPriority(kind, turns) + 0));
    expect(places).toEqual([...new Set(places)].toSorted((one, other) => other - one));
    // The column is a four-byte integer.
    expect(Math.min(...places)).toBeGreaterThan(-(2 ** 31));
  });
});

describe('createMailTurns', () => {
  it('counts mails per wide network, and the count decays', () => {
    let now = 0;
    const countMail = createMailTurns(() => now);
    expect([countMail('2a02:1:2:3::1'), countMail('2a02:1:2:4::1'), countMail('2a02:1:2:ffff::7')]).toEqual([0, 1, 2]);
    expect([countMail('2a02:1:3::1'), countMail('85.2.3.4'), countMail('85.2.3.5')]).toEqual([0, 0, 0]);
    now += 3600_000;
    expect(countMail('2a02:1:2:3::1')).toBe(0);
  });
});
