import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PLAYLIST } from '../hls-names';
import { hasCode } from '../../lib/error';
import type { Fragment } from './pack-fragment';

/** Number of segments in the playlist. Players start at the third from the end. */
const LISTED = 6;
/** Number of segments on disk, for players that fell behind. */
const KEPT = 12;

interface Segment {
  number: number;
  seconds: number;
  head: string;
  /** True if the segment does not continue where the previous one ended. */
  isBreak: boolean;
}

/**
 * Writes a show as a live HLS stream, one segment per fragment. Numbering continues after a restart, or players would mistake
 * new segments for old ones. RFC 8216.
 */
export class HlsWriter {
  readonly #folder: string;
  #segments: Segment[] = [];
  #next: number;
  /** Number of discontinuities in segments that were deleted. */
  #breaks: number;
  #head: { name: string; bytes: Buffer } | null = null;
  #end: number | null = null;
  /** Maximum segment length in rounded seconds; players stay three of these behind. RFC 8216, 4.3.3.1. */
  #target = 2;

  private constructor(folder: string, next: number, breaks: number) {
    this.#folder = folder;
    this.#next = next;
    this.#breaks = breaks;
  }

  static async open(folder: string): Promise<HlsWriter> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const earlier = await readList(path.join(folder, PLAYLIST));
    return new HlsWriter(folder, earlier.next, earlier.breaks);
  }

  async write({ head, body, start, end }: Fragment): Promise<void> {
    const number = this.#next++;
    const isSameHead = this.#head?.bytes.equals(head) === true;
    if (!isSameHead) {
      this.#head = { name: `init-${number}.mp4`, bytes: head };
      await this.#put(this.#head.name, head);
    }
    await this.#put(`${number}.m4s`, body);
    const isBreak = number > 0 && (!isSameHead || this.#end !== start);
    this.#end = end;
    this.#target = Math.max(this.#target, Math.round(end - start));
    this.#segments.push({ number, seconds: end - start, head: this.#head?.name ?? '', isBreak });
    while (this.#segments.length > KEPT) await this.#dropFirst();
    await this.#put(PLAYLIST, this.#list());
  }

  async #dropFirst(): Promise<void> {
    const [first, second] = this.#segments.splice(0, 1).concat(this.#segments.slice(0, 1));
    if (!first) return;
    if (first.isBreak) this.#breaks += 1;
    await rm(path.join(this.#folder, `${first.number}.m4s`), { force: true });
    if (second?.head !== first.head) await rm(path.join(this.#folder, first.head), { force: true });
  }

  #list(): string {
    const dropped = this.#segments.slice(0, -LISTED);
    const listed = this.#segments.slice(-LISTED);
    const entries = listed.flatMap((segment, index) => [
      ...(segment.isBreak && index > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
      ...(segment.head === listed[index - 1]?.head ? [] : [`#EXT-X-MAP:URI="${segment.head}"`]),
      `#EXTINF:${segment.seconds.toFixed(5)},`,
      `${segment.number}.m4s`,
    ]);
    const left = [...dropped, ...listed.slice(0, 1)].filter(({ isBreak }) => isBreak).length;
    return [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      `#EXT-X-TARGETDURATION:${this.#target}`,
      `#EXT-X-MEDIA-SEQUENCE:${listed[0]?.number ?? 0}`,
      `#EXT-X-DISCONTINUITY-SEQUENCE:${this.#breaks + left}`,
      '#EXT-X-INDEPENDENT-SEGMENTS',
      ...entries,
      '',
    ].join('\n');
  }

  /** Writes a file and renames it into place, so that readers never see an incomplete file. */
  async #put(name: string, content: Buffer | string): Promise<void> {
    const place = path.join(this.#folder, name);
    await writeFile(`${place}.part`, content, { mode: 0o600 });
    await rename(`${place}.part`, place);
  }
}

async function readList(file: string): Promise<{ next: number; breaks: number }> {
  try {
    const text = await readFile(file, 'utf8');
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    const read = (name: string) => Number(new RegExp(`${name}:(\\d+)`).exec(text)?.[1] ?? 0);
    return {
      next: read('MEDIA-SEQUENCE') + count(/#EXTINF/g),
      breaks: read('DISCONTINUITY-SEQUENCE') + count(/#EXT-X-DISCONTINUITY$/gm),
    };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { next: 0, breaks: 0 };
    throw error;
  }
}
