import {
  AV_PIX_FMT_YUVJ420P,
  AV_PIX_FMT_YUVJ422P,
  AV_PIX_FMT_YUVJ444P,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  FFmpegError,
  Filter,
  FilterGraph,
  FilterInOut,
  Frame,
  type FilterContext,
} from 'node-av';

/** Codes of ITU-T H.273. */
export interface FrameColours {
  primaries: number;
  transfer: number;
  matrix: number;
  isFullRange: boolean;
}

/** Pixel formats that imply full range. */
const fullRangeFormats: ReadonlySet<number> = new Set([AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P]);

export const hasFullRange = ({ colorRange, format }: Frame): boolean =>
  colorRange === AVCOL_RANGE_JPEG || fullRangeFormats.has(format);

/**
 * A chain of FFmpeg filters for frames of the same kind; rebuilt when their size or format changes.
 *
 * Filters run on another thread. Calls are serialized, so that no graph is freed or changed while in use: if the audio of a
 * video fails, mediabunny cancels the conversion and closes the filter, while a frame may still be in it.
 */
export class FrameFilter {
  readonly #chain: string;
  /** The last call; null after `close`. */
  #last: Promise<unknown> | null = Promise.resolve();
  #graph: FilterGraph | null = null;
  #source: FilterContext | null = null;
  #sink: FilterContext | null = null;
  #fits = '';

  /** @param chain in the syntax of FFmpeg's `-vf` */
  constructor(chain: string) {
    this.#chain = chain;
  }

  /** @param colours override those of the frame @returns a new frame; the given one does not change */
  apply(frame: Frame, colours: FrameColours): Promise<Frame> {
    if (!this.#last) return Promise.reject(new Error('the filter is closed'));
    const applied = this.#last.then(() => this.#filter(frame, colours));
    this.#last = applied.catch(() => undefined);
    return applied;
  }

  close(): void {
    void this.#last?.then(() => this.#free());
    this.#last = null;
  }

  async #filter(frame: Frame, { primaries, transfer, matrix, isFullRange }: FrameColours): Promise<Frame> {
    const { width, height, format } = frame;
    const range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
    const size = `video_size=${width}x${height}:pix_fmt=${format}:time_base=1/1000000:pixel_aspect=1/1`;
    await this.#open(`${size}:colorspace=${matrix}:range=${range}`);
    const input = frame.clone();
    if (!input || !this.#source || !this.#sink) throw new Error('no memory for a frame');
    const output = new Frame();
    try {
      input.colorPrimaries = primaries as typeof input.colorPrimaries;
      input.colorTrc = transfer as typeof input.colorTrc;
      input.colorSpace = matrix as typeof input.colorSpace;
      input.colorRange = range;
      output.alloc();
      FFmpegError.throwIfError(await this.#source.buffersrcAddFrame(input), 'filter a frame');
      FFmpegError.throwIfError(await this.#sink.buffersinkGetFrame(output), 'filter a frame');
      return output;
    } catch (error) {
      output.free();
      throw error;
    } finally {
      input.free();
    }
  }

  #free(): void {
    this.#graph?.free();
    this.#graph = null;
    this.#fits = '';
  }

  async #open(input: string): Promise<void> {
    if (this.#fits === input) return;
    this.#free();
    const graph = new FilterGraph();
    graph.alloc();
    this.#graph = graph;
    this.#source = graph.createFilter(getFilter('buffer'), 'in', input);
    this.#sink = graph.createFilter(getFilter('buffersink'), 'out');
    if (!this.#source || !this.#sink) throw new Error(`FFmpeg created no filter for ${input}`);
    const ends = FilterInOut.createList([{ name: 'out', filterCtx: this.#sink, padIdx: 0 }]);
    const starts = FilterInOut.createList([{ name: 'in', filterCtx: this.#source, padIdx: 0 }]);
    FFmpegError.throwIfError(graph.parsePtr(`[in]${this.#chain}[out]`, ends, starts), 'set up a filter');
    FFmpegError.throwIfError(await graph.config(), 'set up a filter');
    this.#fits = input;
  }
}

function getFilter(name: string): Filter {
  const filter = Filter.getByName(name);
  if (!filter) throw new Error(`FFmpeg has no filter "${name}"`);
  return filter;
}
