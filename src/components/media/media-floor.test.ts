import { isListeningElsewhere, leaveFloor, takeFloor } from './media-floor';

/** A recording as the floor sees it; jsdom plays nothing. */
function recording({ muted = false } = {}) {
  const element = document.createElement('video');
  let paused = false;
  Object.defineProperty(element, 'paused', { get: () => paused });
  element.muted = muted;
  element.pause = () => void (paused = true);
  return element;
}

describe('the floor', () => {
  it('is one recording’s: the one before stops', () => {
    const [first, second] = [recording(), recording()];
    takeFloor(first);
    takeFloor(second);
    expect([first.paused, second.paused]).toEqual([true, false]);
    leaveFloor(second);
  });

  it('tells what would start by itself that the reader listens to something else', () => {
    const [story, film] = [recording(), recording({ muted: true })];
    takeFloor(story);
    expect(isListeningElsewhere(film)).toBe(true);
    expect(isListeningElsewhere(story)).toBe(false);
    story.pause();
    expect(isListeningElsewhere(film)).toBe(false);
    leaveFloor(story);
  });

  it('is free for others while only a silent preview runs', () => {
    const [preview, film] = [recording({ muted: true }), recording({ muted: true })];
    takeFloor(preview);
    expect(isListeningElsewhere(film)).toBe(false);
    leaveFloor(preview);
  });
});
