import { isGivenBack } from './seat-clock';

const at = new Date('2026-03-02T10:00:20Z');
/** Twenty seconds of the minute were shown. */
const dueAt = new Date('2026-03-02T10:01:00Z');
const after = new Date('2026-03-02T10:00:40Z');

describe('the last minute of a seat that ends after twenty seconds', () => {
  it.each([
    ['is refunded if the host ends it', 'host', { pausedAt: null, hostUntil: after }, true],
    ['is kept if the fan ends it while the host is there', 'fan', { pausedAt: null, hostUntil: after }, false],
    ['is kept if the fan ends it and the host has no end', 'fan', { pausedAt: null, hostUntil: null }, false],
    ['is refunded if the fan ends it once the host is away', 'fan', { pausedAt: null, hostUntil: at }, true],
    ['is refunded if the fan ends it during a pause', 'fan', { pausedAt: at, hostUntil: after }, true],
  ] as const)('%s', (_what, by, { pausedAt, hostUntil }, isRefunded) => {
    expect(isGivenBack({ dueAt, pausedAt }, { hostUntil }, { by, at })).toBe(isRefunded);
  });

  it('is kept if no minute was charged', () => {
    expect(isGivenBack({ dueAt: null, pausedAt: null }, { hostUntil: at }, { by: 'host', at })).toBe(false);
  });
});
