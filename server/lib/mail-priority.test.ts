import { createMailTurns, getMailPriority } from './mail-priority';

describe('places of mails', () => {
  it('go by kind, whatever turns anybody had, and within a kind by turns', () => {
    const kinds = ['awaited', 'news', 'unconfirmed', 'digest'] as const;
    const places = kinds.flatMap((kind) => [0, 1, 500, 1_000_000].map((turns) => getMailPriority(kind, turns) + 0));
    expect(places).toEqual([...new Set(places)].toSorted((one, other) => other - one));
    // The column is an integer of four bytes.
    expect(Math.min(...places)).toBeGreaterThan(-(2 ** 31));
  });
});

describe('turns of who asks for mails', () => {
  it('are counted for wide networks, and forgotten', () => {
    let now = 0;
    const countMail = createMailTurns(() => now);
    expect([countMail('2a02:1:2:3::1'), countMail('2a02:1:2:4::1'), countMail('2a02:1:2:ffff::7')]).toEqual([0, 1, 2]);
    expect([countMail('2a02:1:3::1'), countMail('85.2.3.4'), countMail('85.2.3.5')]).toEqual([0, 0, 0]);
    now += 3600_000;
    expect(countMail('2a02:1:2:3::1')).toBe(0);
  });
});
