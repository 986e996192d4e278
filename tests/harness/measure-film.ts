/* Reads each file with FFmpeg and prints JSON. A separate program, so that no test process loads the FFmpeg bindings. */
import {
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  Codec,
  CodecContext,
  FFmpegError,
  Filter,
  FilterGraph,
  FilterInOut,
  FormatContext,
  Frame,
  Packet,
} from 'node-av';

export interface Measured {
  /** Time in seconds of the first bright frame and of the first loud sample, or null. */
  flash: number | null;
  beep: number | null;
  /** As defined by ITU-T H.273: 1 is BT.709; range 1 is limited. */
  tags: { primaries: number; transfer: number; matrix: number; range: number };
  /** RGB of the first frame, in a grid of 16 columns and 9 rows. */
  colours: [number, number, number][];
}

const LIGHT = 128;
const LOUD = 0.1;
const [COLUMNS, ROWS] = [16, 9];

async function measure(file: string): Promise<Measured> {
  const input = new FormatContext();
  FFmpegError.throwIfError(await input.openInput(file), 'open');
  FFmpegError.throwIfError(await input.findStreamInfo(), 'read');
  const streams = input.streams ?? [];
  const decoders = streams.map(({ codecpar }) => {
    const codec = Codec.findDecoder(codecpar.codecId);
    const context = new CodecContext();
    context.allocContext3(codec);
    FFmpegError.throwIfError(context.parametersToContext(codecpar), 'set up');
    return { context, codec };
  });
  for (const [index, { context, codec }] of decoders.entries()) {
    context.pktTimebase = streams[index]?.timeBase ?? context.pktTimebase;
    FFmpegError.throwIfError(await context.open2(codec), 'open a decoder');
  }
  const measured: Measured = {
    flash: null,
    beep: null,
    tags: { primaries: 2, transfer: 2, matrix: 2, range: 0 },
    colours: [],
  };
  const [packet, frame] = [new Packet(), new Frame()];
  packet.alloc();
  frame.alloc();
  const take = async (index: number) => {
    const { context } = decoders[index]!;
    const { timeBase, codecpar } = streams[index]!;
    for (;;) {
      const code = await context.receiveFrame(frame);
      if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
      FFmpegError.throwIfError(code, 'decode');
      const at = (Number(frame.pts) * timeBase.num) / timeBase.den;
      if (codecpar.codecType === AVMEDIA_TYPE_VIDEO) await lookAtPicture(frame, at, measured);
      if (codecpar.codecType === AVMEDIA_TYPE_AUDIO) listen(frame, at, measured);
      frame.unref();
    }
  };
  for (;;) {
    const code = await input.readFrame(packet);
    if (code === AVERROR_EOF) break;
    FFmpegError.throwIfError(code, 'read');
    FFmpegError.throwIfError(await decoders[packet.streamIndex]!.context.sendPacket(packet), 'decode');
    await take(packet.streamIndex);
    packet.unref();
  }
  for (const [index, { context }] of decoders.entries()) {
    await context.sendPacket(null);
    await take(index);
  }
  return measured;
}

async function lookAtPicture(frame: Frame, at: number, measured: Measured): Promise<void> {
  if (measured.colours.length === 0) {
    const { colorPrimaries: primaries, colorTrc: transfer, colorSpace: matrix, colorRange: range } = frame;
    measured.tags = { primaries, transfer, matrix, range };
    measured.colours = await readColours(frame);
  }
  const luma = frame.data?.[0];
  const middle = (frame.height >> 1) * (frame.linesize[0] ?? 0) + (frame.width >> 1);
  if (measured.flash === null && (luma?.[middle] ?? 0) > LIGHT) measured.flash = at;
}

function listen(frame: Frame, at: number, measured: Measured): void {
  const plane = frame.data?.[0];
  if (measured.beep !== null || !plane) return;
  const samples = new Float32Array(plane.buffer, plane.byteOffset, frame.nbSamples);
  const index = samples.findIndex((sample) => Math.abs(sample) > LOUD);
  if (index >= 0) measured.beep = at + index / frame.sampleRate;
}

/** Converts by the color tags of the frame, as players do. */
async function readColours(frame: Frame): Promise<[number, number, number][]> {
  const graph = new FilterGraph();
  graph.alloc();
  const { width, height, format, colorSpace, colorRange } = frame;
  const size = `video_size=${width}x${height}:pix_fmt=${format}:time_base=1/1000:pixel_aspect=1/1`;
  const source = graph.createFilter(
    Filter.getByName('buffer')!,
    'in',
    `${size}:colorspace=${colorSpace}:range=${colorRange}`,
  )!;
  const sink = graph.createFilter(Filter.getByName('buffersink')!, 'out')!;
  FFmpegError.throwIfError(
    graph.parsePtr(
      `[in]format=gbrp,scale=${COLUMNS}:${ROWS}:flags=area,format=rgb24[out]`,
      FilterInOut.createList([{ name: 'out', filterCtx: sink, padIdx: 0 }]),
      FilterInOut.createList([{ name: 'in', filterCtx: source, padIdx: 0 }]),
    ),
    'set up the colours',
  );
  FFmpegError.throwIfError(await graph.config(), 'set up the colours');
  FFmpegError.throwIfError(await source.buffersrcAddFrame(frame.clone()), 'read the colours');
  const small = new Frame();
  small.alloc();
  FFmpegError.throwIfError(await sink.buffersinkGetFrame(small), 'read the colours');
  const [pixels, stride] = [small.data![0]!, small.linesize[0]!];
  return Array.from({ length: ROWS * COLUMNS }, (_, index) => {
    const at = Math.floor(index / COLUMNS) * stride + (index % COLUMNS) * 3;
    return [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!];
  });
}

const measures: Measured[] = [];
for (const file of process.argv.slice(2)) measures.push(await measure(file));
console.log(JSON.stringify(measures));
process.exit(0);
