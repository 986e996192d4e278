import { checkFrames } from '../../../tests/factories/media';
import type { CheckedFrames } from '../../../tests/harness/check-frames';

let frames: CheckedFrames;
beforeAll(async () => {
  frames = await checkFrames();
});

describe('memory that FFmpeg reads on other threads', () => {
  it('belongs to frames, not to garbage-collected buffers', () => {
    expect(frames).toMatchObject({ ownsSample: true, ownsFilled: true, filledWith: 1 });
  });

  it('is freed only after it was read: a filter closes after the frame in it', () => {
    expect(frames.closing).toEqual(['32', 'freed']);
  });

  it('is freed before the filter is rebuilt for another kind of frame', () => {
    expect(frames.changing).toEqual(['32', 'freed', '64', 'freed']);
  });
});
