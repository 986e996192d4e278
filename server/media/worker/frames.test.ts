import { checkFrames } from '../../../tests/factories/media';
import type { CheckedFrames } from '../../../tests/harness/check-frames';

let frames: CheckedFrames;
beforeAll(async () => {
  frames = await checkFrames();
});

describe('what FFmpeg reads on other threads', () => {
  it('is the memory of frames, and of nothing that the garbage collector frees meanwhile', () => {
    expect(frames).toMatchObject({ ownsSample: true, ownsFilled: true, filledWith: 1 });
  });

  it('is there until it has been read: a filter is let go behind the picture in it', () => {
    expect(frames.closing).toEqual(['32', 'freed']);
  });

  it('is not set up anew for the next picture before that', () => {
    expect(frames.changing).toEqual(['32', 'freed', '64', 'freed']);
  });
});
