/* A separate program that prints a CheckedFrames as JSON, so that no test process loads the FFmpeg bindings. */
import { toAvFrame } from '@mediabunny/server';
import { VideoSample } from 'mediabunny';
import { AV_PIX_FMT_YUV420P, FilterGraph, Frame } from 'node-av';
import { FrameFilter } from '../../server/media/worker/frame-filter';
import '../../server/media/worker/media-input';

export interface CheckedFrames {
  /** Whether frames own their memory: one converted from a sample, and one filled by hand. */
  ownsSample: boolean;
  ownsFilled: boolean;
  /** Content of a frame that was filled from a buffer, which was then overwritten: 1 is the old content, 2 the new. */
  filledWith: number;
  /** Events in order: for a filter closed while it has a frame, and for one that gets two sizes at the same time. */
  closing: string[];
  changing: string[];
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
    closing: await filterAndClose(filled),
    changing: await filterAndClose(filled, fillFrame(2 * WIDTH, Buffer.alloc(2 * BYTES))),
  };
}

/** Applies a filter to all frames concurrently and closes it. @returns the widths of results, and when graphs were freed */
async function filterAndClose(...frames: Frame[]): Promise<string[]> {
  const events: string[] = [];
  const { free } = FilterGraph.prototype;
  const freed = new Promise<void>((resolve) => {
    // Only records the call: freeing too early would crash this program before it can report.
    FilterGraph.prototype.free = () => {
      events.push('freed');
      if (events.filter((event) => event === 'freed').length >= frames.length) resolve();
    };
  });
  const filter = new FrameFilter('null');
  const filtered = frames.map(async (frame) => events.push(`${(await filter.apply(frame, BT709)).width}`));
  filter.close();
  await Promise.all([...filtered, freed]);
  FilterGraph.prototype.free = free;
  return events;
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
