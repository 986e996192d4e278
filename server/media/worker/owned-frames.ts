import { FFmpegError, Frame } from 'node-av';

/** node-av's own method, which copies audio samples but not pixels. */
const lend = Frame.prototype.fromBuffer;

/**
 * Makes each frame own the pixels with which it is filled.
 *
 * `Frame.fromBuffer` of node-av claims to copy, but lets a video frame point into the buffer, to which nothing else refers.
 * Once the buffer is garbage-collected, the filter, scaler or encoder that reads the frame on another thread crashes the
 * process with SIGSEGV. mediabunny fills all frames this way that FFmpeg has not decoded, such as ProRes.
 */
export function makeFramesOwnPixels(): void {
  Frame.prototype.fromBuffer = fill;
}

/** @throws FFmpegError if it fails, because mediabunny ignores the return value */
function fill(this: Frame, buffer: Buffer): number {
  const { width, height, format } = this;
  if (width > 0 && height > 0) copyPixels(this, Object.assign(openFrame(), { width, height, format }), buffer);
  else FFmpegError.throwIfError(lend.call(this, buffer), 'fill a frame');
  return 0;
}

function copyPixels(frame: Frame, lent: Frame, buffer: Buffer): void {
  try {
    if (!frame.isWritable) FFmpegError.throwIfError(frame.allocBuffer(), 'hold a frame');
    FFmpegError.throwIfError(lend.call(lent, buffer), 'read pixels');
    FFmpegError.throwIfError(frame.copy(lent), 'fill a frame');
  } finally {
    lent.free();
  }
}

function openFrame(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}
