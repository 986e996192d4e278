/*
 * Who owns the frames that the media process hands to FFmpeg, as JSON (a CheckedFrames). A program of its own, since Jest cannot load
 * what FFmpeg is bound by.
 */
import { toAvFrame } from '@mediabunny/server';
import { VideoSample } from 'mediabunny';
import { AV_PIX_FMT_YUV420P, FilterGraph, Frame } from 'node-av';
import { FrameFilter } from '../../server/media/worker/frame-filter';
// As the process does, which sets up what its work needs.
import '../../server/media/worker/video-probe';

export interface CheckedFrames {
  /** Whether frames have memory of their own: of a picture that FFmpeg did not decode, and when filled by hand. */
  ownsSample: boolean;
  ownsFilled: boolean;
  /** What a frame holds after the buffer it was filled from was written anew: 1 before, 2 after. */
  filledWith: number;
  /** What happened to a filter that is closed while a picture is in it, in order. */
  closing: string[];
  /** Widths of pictures of two sizes that were given to a filter at once. */
  widths: number[];
}

const WIDTH = 32;
const HEIGHT = 16;
const BYTES = (WIDTH * HEIGHT * 3) / 2;
const BT709 = { primaries: 1, transfer: 1, matrix: 1, isFullRange: false } as const;

async function check(): Promise<CheckedFrames> {
  const sampled = openFrame();
  const format = { format: 'I420', codedWidth: WIDTH, codedHeight: HEIGHT, timestamp: 0 } as const;
  await toAvFrame(new VideoSample(new Uint8Array(BYTES), format), sampled);
  const buffer = Buffer.alloc(BYTES, 1);
  const filled = fillFrame(WIDTH, buffer);
  buffer.fill(2);
  return {
    ownsSample: sampled.isWritable,
    ownsFilled: filled.isWritable,
    filledWith: filled.toBuffer()[0] ?? 0,
    closing: await closeWhileFiltering(filled),
    widths: await filterTwoAtOnce(filled, fillFrame(2 * WIDTH, Buffer.alloc(2 * BYTES))),
  };
}

async function closeWhileFiltering(frame: Frame): Promise<string[]> {
  const events: string[] = [];
  const { free } = FilterGraph.prototype;
  const freed = new Promise<void>((resolve) => {
    FilterGraph.prototype.free = function noted(this: FilterGraph) {
      events.push('freed');
      resolve();
    };
  });
  const filter = new FrameFilter('null');
  const filtered = filter.apply(frame, BT709).then(() => events.push('filtered'));
  // It has begun by then, and goes on on another thread.
  await Promise.resolve();
  filter.close();
  await Promise.all([filtered, freed]);
  FilterGraph.prototype.free = free;
  return events;
}

async function filterTwoAtOnce(...frames: Frame[]): Promise<number[]> {
  const filter = new FrameFilter('null');
  const filtered = await Promise.all(frames.map((frame) => filter.apply(frame, BT709)));
  filter.close();
  return filtered.map(({ width }) => width);
}

function fillFrame(width: number, buffer: Buffer): Frame {
  const frame = Object.assign(openFrame(), { width, height: HEIGHT, format: AV_PIX_FMT_YUV420P });
  frame.fromBuffer(buffer);
  return frame;
}

function openFrame(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}

void check().then((checked) => process.stdout.write(JSON.stringify(checked)));
