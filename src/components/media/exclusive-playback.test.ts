import { isOtherPlaying, releasePlayback, pauseOthers } from './exclusive-playback';

/** A fake element, because jsdom plays nothing. */
function recording({ muted = false } = {}) {
  const element = document.createElement('video');
  let paused = false;
  Object.defineProperty(element, 'paused', { get: () => paused });
  element.muted = muted;
  element.pause = () => void (paused = true);
  return element;
}

describe('exclusive playback', () => {
  it('pauses the previous element', () => {
    const [first, second] = [recording(), recording()];
    pauseOthers(first);
    pauseOthers(second);
    expect([first.paused, second.paused]).toEqual([true, false]);
    releasePlayback(second);
  });

  it('isOtherPlaying is true while another element plays with sound', () => {
    const [story, film] = [recording(), recording({ muted: true })];
    pauseOthers(story);
    expect(isOtherPlaying(film)).toBe(true);
    expect(isOtherPlaying(story)).toBe(false);
    story.pause();
    expect(isOtherPlaying(film)).toBe(false);
    releasePlayback(story);
  });

  it('isOtherPlaying ignores a muted preview', () => {
    const [preview, film] = [recording({ muted: true }), recording({ muted: true })];
    pauseOthers(preview);
    expect(isOtherPlaying(film)).toBe(false);
    releasePlayback(preview);
  });
});
