import { defaultLimits, getAllowedMs, getTimeout, getTimeoutError } from './work-limits';
import { UnreadableMedia, type Pace, type TaskName } from './media-tasks';

describe('work on videos and audio files', () => {
  it.each<[Pace, number, number]>([
    ['short', 0, 3],
    ['short', 4, 9],
    ['brief', 20, 33],
    ['long', 600, 903],
    ['lengthy', 700, Infinity],
  ])('is limited to its estimate times 1.5 plus three seconds while others wait: %s of %d', (pace, seconds, most) => {
    for (const name of ['transcodeVideo', 'makeSound'] satisfies TaskName[])
      expect(getAllowedMs(name, { pace, seconds }, defaultLimits)).toBe(most * 1000);
    expect(getTimeoutError({ pace })).toBeInstanceOf(UnreadableMedia);
  });

  it('is limited to little more than its estimate for inspections in the background while others wait', () => {
    expect(getAllowedMs('inspectFilm', { pace: 'short', seconds: 2 }, defaultLimits)).toBe(4_000);
    expect(getAllowedMs('inspectFilm', { pace: 'look', seconds: 2 }, defaultLimits)).toBe(Infinity);
    expect(getAllowedMs('inspectFilm', { pace: 'long', seconds: 2, isExtra: true }, defaultLimits)).toBe(Infinity);
  });

  it('is limited to four times its estimate, or four hours, of clock time', () => {
    const getMinutes = (seconds: number) =>
      getTimeout('transcodeVideo', { pace: 'lengthy', seconds }, defaultLimits) / 60_000;
    expect([600, 1_800, 10_000].map(getMinutes)).toEqual([50, 120, 240]);
    expect(getTimeout('makeRung', { pace: 'lengthy', seconds: 10_000, isExtra: true }, defaultLimits)).toBe(
      50 * 60_000,
    );
  });

  it('has no limit while others wait if the video can already be played or the task is short', () => {
    expect(getAllowedMs('makeRung', { pace: 'medium', isExtra: true }, defaultLimits)).toBe(Infinity);
    expect(getAllowedMs('renderPicture', { pace: 'brief' }, defaultLimits)).toBe(Infinity);
  });
});
