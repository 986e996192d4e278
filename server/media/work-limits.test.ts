import { defaultLimits, getTimeout, getTimeoutError } from './work-limits';
import { TooLongForPace, UnreadableMedia, type Pace, type TaskName } from './media-tasks';

describe('work on films and sounds', () => {
  it.each<[string, Pace, number, number]>([
    ['short', 'short', 0.24, 5],
    ['brief', 'brief', 10, 44],
    ['medium', 'medium', 300, 1_204],
    ['lengthy', 'lengthy', 900, 3_000],
  ])(
    'may take four times its estimate when it is %s, and is given up only at the slowest pace',
    (_what, pace, estimate, most) => {
      const turn = { account: 'ann', pace, seconds: estimate };
      for (const name of ['transcodeVideo', 'makeSound'] satisfies TaskName[]) {
        expect(getTimeout(name, turn, defaultLimits) / 1000).toBeCloseTo(most, 0);
        expect(getTimeoutError(name, turn)).toBeInstanceOf(pace === 'lengthy' ? UnreadableMedia : TooLongForPace);
      }
    },
  );

  it('gives way sooner while others belie their estimates', () => {
    const turn = { account: 'ann', pace: 'short', seconds: 2, isStrict: true } as const;
    expect(getTimeout('transcodeVideo', turn, defaultLimits)).toBe(3_500);
  });

  it('has the longest time for what comes after a film can be played', () => {
    const turn = { account: 'ann', pace: 'medium', seconds: 60, isExtra: true } as const;
    expect(getTimeout('makeRung', turn, defaultLimits)).toBe(defaultLimits.longMs);
    expect(getTimeoutError('makeRung', turn)).toBeInstanceOf(UnreadableMedia);
  });
});
