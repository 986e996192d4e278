import { AvFrameVideoSampleResource, toAvFrame } from '@mediabunny/server';
import { VideoSample, VideoSampleSink, type InputVideoTrack } from 'mediabunny';
import {
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT2020,
  AVCOL_PRI_BT709,
  AVCOL_PRI_SMPTE432,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_FCC,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  AVCOL_SPC_YCGCO,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_BT709,
  AVCOL_TRC_SMPTE2084,
  avGetPixFmtName,
  Frame,
} from 'node-av';
import { UnreadableMedia } from '../media-tasks';
import { FrameFilter, hasFullRange, type FrameColours } from './frame-filter';

/** If a video declares no colors, players assume BT.709 from this number of lines on, and BT.601 below. */
const HD_LINES = 720;
/** White in standard range, and paper white in high range, in candelas (ITU-R BT.2408). */
const [LEAST_WHITE, MOST_WHITE] = [100, 203];
/** Up to this share of white, brightness stays the same; everything brighter is compressed. */
const KNEE = 0.75;
/** Number and size of the frames in which the peak brightness is measured. */
const MEASURED_FRAMES = 12;
const MEASURED = { width: 96, height: 54 } as const;
/** Share of a frame that may be brighter than what counts as its peak, because of sparks and noise. */
const IGNORED = 0.002;

const wide: ReadonlySet<number> = new Set([AVCOL_PRI_BT2020, AVCOL_PRI_SMPTE432]);
const high: ReadonlySet<number> = new Set([AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67]);

/*
 * Colors that we distinguish, by their names in containers. The curves of standard range look alike, and so do small gamuts:
 * they count as BT.709. Other numbers, such as reserved ones, count as undeclared.
 */
const primaries = { bt2020: AVCOL_PRI_BT2020, smpte432: AVCOL_PRI_SMPTE432, bt709: AVCOL_PRI_BT709 } as const;
const transfers = { pq: AVCOL_TRC_SMPTE2084, hlg: AVCOL_TRC_ARIB_STD_B67, bt709: AVCOL_TRC_BT709 } as const;
/** RGB is missing, because many screen recordings declare it wrongly: only frames stored as red, green and blue are RGB. */
const matrices = {
  bt709: AVCOL_SPC_BT709,
  bt470bg: AVCOL_SPC_BT470BG,
  smpte170m: AVCOL_SPC_SMPTE170M,
  smpte240m: AVCOL_SPC_SMPTE240M,
  fcc: AVCOL_SPC_FCC,
  ycgco: AVCOL_SPC_YCGCO,
  'bt2020-ncl': AVCOL_SPC_BT2020_NCL,
} as const;
type Table = Readonly<Record<string, number>>;
const lookUp = (table: Table, name: string | null | undefined): number | undefined =>
  name && Object.hasOwn(table, name) ? table[name] : undefined;
const told = (table: Table, value: number): number | undefined =>
  Object.values(table).includes(value) ? value : undefined;

/** Colors that the file declares; its frames may declare others. */
export type DeclaredColours = Awaited<ReturnType<InputVideoTrack['getColorSpace']>>;

/** Colors of a frame as players interpret it. @param lines of the original video */
function readColours(frame: Frame, declared: DeclaredColours, lines: number): FrameColours {
  const isRgb = isRgbFormat(frame);
  const matrix = told(matrices, frame.colorSpace) ?? lookUp(matrices, declared.matrix);
  return {
    primaries: lookUp(primaries, declared.primaries) ?? told(primaries, frame.colorPrimaries) ?? AVCOL_PRI_BT709,
    transfer: lookUp(transfers, declared.transfer) ?? told(transfers, frame.colorTrc) ?? AVCOL_TRC_BT709,
    matrix: isRgb ? AVCOL_SPC_RGB : (matrix ?? (lines < HD_LINES ? AVCOL_SPC_SMPTE170M : AVCOL_SPC_BT709)),
    isFullRange: isRgb || hasFullRange(frame) || declared.fullRange === true,
  };
}

const isRgbFormat = ({ format }: Frame): boolean =>
  /^(?:[0a]?rgb|[0a]?bgr|gbr|x2rgb|pal8)/.test(avGetPixFmtName(format as Parameters<typeof avGetPixFmtName>[0]) ?? '');

/** Declared by the file, before any frame is decoded. */
interface DeclaredFilm {
  colours: DeclaredColours;
  width: number;
  height: number;
}

/** Maximum size of frames relative to the declared size: borders may be cropped, and sides are padded to whole blocks. */
const MAX_SIZE_FACTOR = 2;
const BLOCK_SIDE = 64;

/** Rejects much larger frames than declared: processing them would take longer than estimated from the declared size. */
function assertDeclaredSize({ width, height }: Frame, film: DeclaredFilm): void {
  if (width * height > MAX_SIZE_FACTOR * (film.width + BLOCK_SIDE) * (film.height + BLOCK_SIDE))
    throw new UnreadableMedia('Its pictures are larger than it says.');
}

/** Peak brightness in candelas; null for standard range. */
type Peak = number | null;

/** Converts frames of any colors to BT.709, narrow range, 8 bits, which all players show alike. Only this maps high range. */
export class ColourMapper {
  readonly #film: DeclaredFilm;
  readonly #peak: Peak;
  #filter: FrameFilter | null = null;
  #chain = '';

  constructor(film: DeclaredFilm, peak: Peak) {
    this.#film = film;
    this.#peak = peak;
  }

  static async for(track: InputVideoTrack): Promise<ColourMapper> {
    const colours = await track.getColorSpace();
    const film = { colours, width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
    return new ColourMapper(film, await measurePeak(track, film));
  }

  /** @returns the same sample if nothing has to change @throws UnreadableMedia if it is larger than the file declares */
  readonly map = async (sample: VideoSample): Promise<VideoSample> => {
    const frame = await getFrame(sample);
    try {
      assertDeclaredSize(frame, this.#film);
      const colours = readColours(frame, this.#film.colours, this.#film.height);
      if (isServedAsIs(frame, colours)) return sample;
      const chain = high.has(colours.transfer) ? planToneMapping(this.#peak ?? MOST_WHITE) : TO_BT709;
      if (chain !== this.#chain) {
        this.#filter?.close();
        this.#filter = new FrameFilter(chain);
        this.#chain = chain;
      }
      const mapped = await this.#filter!.apply(frame, colours);
      const { timestamp, duration } = sample;
      return new VideoSample(new AvFrameVideoSampleResource(mapped), { timestamp, duration });
    } finally {
      frame.free();
    }
  };

  close(): void {
    this.#filter?.close();
  }
}

async function getFrame(sample: VideoSample): Promise<Frame> {
  const frame = new Frame();
  frame.alloc();
  await toAvFrame(sample, frame);
  return frame;
}

const TO_BT709 = 'zscale=p=709:t=709:m=709:r=limited,format=yuv420p';

const isServedAsIs = ({ format }: Frame, { primaries: used, transfer, matrix, isFullRange }: FrameColours): boolean =>
  format === AV_PIX_FMT_YUV420P && matrix === AVCOL_SPC_BT709 && !isFullRange && !high.has(transfer) && !wide.has(used);

/** Maps high range to standard range. If a video is nowhere brighter than standard range, its brightness does not change. */
function planToneMapping(peak: number): string {
  const white = Math.min(MOST_WHITE, Math.max(LEAST_WHITE, peak));
  const headroom = peak / white;
  return [
    `zscale=t=linear:npl=${white.toFixed(1)}`,
    'format=gbrpf32le',
    'zscale=p=709',
    ...(headroom > 1.01 ? [`tonemap=mobius:param=${KNEE}:peak=${headroom.toFixed(3)}:desat=0`] : []),
    TO_BT709,
  ].join(',');
}

/** Measures the peak brightness of some frames. These are always the same ones, so that all renditions look alike. */
async function measurePeak(track: InputVideoTrack, film: DeclaredFilm): Promise<Peak> {
  const [first, length] = [await track.getFirstTimestamp(), await track.computeDuration()];
  const times = Array.from(
    { length: MEASURED_FRAMES },
    (_, index) => first + ((index + 0.5) / MEASURED_FRAMES) * (length - first),
  );
  let peak: Peak = null;
  let filter: FrameFilter | null = null;
  try {
    for await (const sample of new VideoSampleSink(track).samplesAtTimestamps(times)) {
      if (!sample) continue;
      const frame = await getFrame(sample);
      sample.close();
      try {
        assertDeclaredSize(frame, film);
        const colours = readColours(frame, film.colours, film.height);
        if (!high.has(colours.transfer)) return null;
        const { width, height } = MEASURED;
        filter ??= new FrameFilter(`zscale=w=${width}:h=${height}:t=linear:npl=100,format=gbrpf32le`);
        peak = Math.max(peak ?? 0, await findBrightest(await filter.apply(frame, colours)));
      } finally {
        frame.free();
      }
    }
    return peak;
  } finally {
    filter?.close();
  }
}

/** Brightest candelas in a frame whose unit is a hundred candelas. Frees the frame. */
async function findBrightest(linear: Frame): Promise<number> {
  const bytes = linear.toBuffer();
  linear.free();
  const [count, all] = [MEASURED.width * MEASURED.height, new Float32Array(new Uint8Array(bytes).buffer)];
  const brightness = Float32Array.from({ length: count }, (_, index) =>
    Math.max(all[index] ?? 0, all[index + count] ?? 0, all[index + 2 * count] ?? 0),
  ).toSorted();
  return (brightness[Math.floor((count - 1) * (1 - IGNORED))] ?? 0) * 100;
}

const toRgb = new FrameFilter('scale=flags=accurate_rnd+full_chroma_int:out_range=full,format=rgb24');

/** RGB pixels of a video that we have transcoded, according to its declared colors. */
export async function readPixels(sample: VideoSample, declared: DeclaredColours, lines: number): Promise<Buffer> {
  const frame = await getFrame(sample);
  try {
    const pixels = await toRgb.apply(frame, readColours(frame, declared, lines));
    try {
      return pixels.toBuffer();
    } finally {
      pixels.free();
    }
  } finally {
    frame.free();
  }
}
