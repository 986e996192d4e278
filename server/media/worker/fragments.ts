import { open, type FileHandle } from 'node:fs/promises';
import { AVERROR_EOF, AVMEDIA_TYPE_VIDEO, Dictionary, FFmpegError, FormatContext, InputFormat, Packet } from 'node-av';

/** Decode time of its first frame in seconds, and its offset in the file in bytes. */
export interface Fragment {
  at: number;
  position: number;
}

export interface FragmentedFilm {
  fragments: Fragment[];
  size: number;
}

interface PackingOptions {
  from: string;
  to: string;
  minSeconds: number;
  /** Presentation time of each frame in seconds, in storage order. */
  pictureTimes: readonly number[];
}

/**
 * Packs a video that we have transcoded into MP4 fragments that each start with a key frame, without decoding it. FFmpeg's
 * muxer writes the edit lists for reordered frames and for AAC priming. Without them, players would start audio and video at
 * different times.
 */
export async function packFragments(
  { from, to, minSeconds, pictureTimes }: PackingOptions,
  onAlive: () => void,
): Promise<FragmentedFilm> {
  const decodeTimes = planDecoding(pictureTimes);
  const [input, output, packet] = [new FormatContext(), new FormatContext(), new Packet()];
  try {
    packet.alloc();
    FFmpegError.throwIfError(await input.openInput(from, InputFormat.findInputFormat('mov')), 'open the film');
    FFmpegError.throwIfError(await input.findStreamInfo(), 'read the film');
    FFmpegError.throwIfError(output.allocOutputContext2(null, 'mp4', to), 'begin the fragments');
    const streams = (input.streams ?? []).map((source) => {
      const target = output.newStream(null);
      FFmpegError.throwIfError(source.codecpar.copy(target.codecpar), 'add a track');
      target.timeBase = source.timeBase;
      return { source, target };
    });
    FFmpegError.throwIfError(await output.openOutput(), 'begin the fragments');
    const options = Dictionary.fromObject({
      movflags: 'frag_keyframe+delay_moov+default_base_moof+skip_trailer',
      min_frag_duration: String(minSeconds * 1_000_000),
      use_editlist: '1',
    });
    FFmpegError.throwIfError(await output.writeHeader(options), 'begin the fragments');
    let picture = 0;
    for (;;) {
      const code = await input.readFrame(packet);
      if (code === AVERROR_EOF) break;
      FFmpegError.throwIfError(code, 'read the film');
      const stream = streams[packet.streamIndex];
      if (!stream) continue;
      if (stream.source.codecpar.codecType === AVMEDIA_TYPE_VIDEO) {
        const { num, den } = stream.source.timeBase;
        // In short MP4 files, the decode times that FFmpeg reads may be later than the presentation times.
        packet.dts = BigInt(Math.floor(((decodeTimes[picture++] ?? 0) * den) / num));
      }
      packet.rescaleTs(stream.source.timeBase, stream.target.timeBase);
      packet.pos = -1n;
      FFmpegError.throwIfError(await output.interleavedWriteFrame(packet), 'write a fragment');
      onAlive();
    }
    FFmpegError.throwIfError(await output.writeTrailer(), 'end the fragments');
    const video = streams.find(({ source }) => source.codecpar.codecType === AVMEDIA_TYPE_VIDEO)?.target;
    if (!video) throw new Error('the file has no video track to pack');
    const { num, den } = video.timeBase;
    await output.closeOutput();
    return await listFragments(to, { trackId: video.index + 1, unit: num / den });
  } finally {
    packet.free();
    output.freeContext();
    await input.closeInput();
  }
}

/** Makes decode times that increase, and are never later than the presentation of their frame. */
function planDecoding(pictureTimes: readonly number[]): number[] {
  const inOrder = pictureTimes.toSorted((one, other) => one - other);
  const delay = inOrder.reduce((most, time, index) => Math.max(most, time - (pictureTimes[index] ?? time)), 0);
  return inOrder.map((time) => time - delay);
}

/** @param unit seconds per tick of the track's clock */
async function listFragments(
  file: string,
  { trackId, unit }: { trackId: number; unit: number },
): Promise<FragmentedFilm> {
  const handle = await open(file);
  try {
    const fragments: Fragment[] = [];
    let position = 0;
    for (;;) {
      const box = await readBox(handle, position);
      if (!box) return { fragments, size: position };
      if (box.type === 'moof') {
        const { buffer } = await handle.read(Buffer.alloc(box.size), 0, box.size, position);
        const time = findDecodeTime(buffer.subarray(BOX_HEADER), trackId);
        if (time !== null) fragments.push({ at: time * unit, position });
      }
      position += box.size;
    }
  } finally {
    await handle.close();
  }
}

const BOX_HEADER = 8;

/** Reads the header of a box. ISO/IEC 14496-12, 4.2. */
async function readBox(handle: FileHandle, position: number): Promise<{ type: string; size: number } | null> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, position);
  if (bytesRead < BOX_HEADER) return null;
  const size = buffer.readUInt32BE(0);
  // A size of 1 means that a 64-bit size follows.
  return { type: buffer.toString('latin1', 4, 8), size: size === 1 ? Number(buffer.readBigUInt64BE(8)) : size };
}

function* boxesIn(buffer: Buffer): Generator<{ type: string; body: Buffer }> {
  for (let at = 0; at + BOX_HEADER <= buffer.length;) {
    const size = buffer.readUInt32BE(at);
    if (size < BOX_HEADER) return;
    yield { type: buffer.toString('latin1', at + 4, at + 8), body: buffer.subarray(at + BOX_HEADER, at + size) };
    at += size;
  }
}

/** Decode time of a track in a movie fragment (boxes `tfhd` and `tfdt`); null if the fragment lacks the track. */
function findDecodeTime(fragment: Buffer, trackId: number): number | null {
  for (const { type, body } of boxesIn(fragment)) {
    if (type !== 'traf') continue;
    const inner = new Map(Array.from(boxesIn(body), (box) => [box.type, box.body]));
    const [header, time] = [inner.get('tfhd'), inner.get('tfdt')];
    if (header?.readUInt32BE(4) !== trackId || !time) continue;
    return time[0] === 1 ? Number(time.readBigUInt64BE(4)) : time.readUInt32BE(4);
  }
  return null;
}
