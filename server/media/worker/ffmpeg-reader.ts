import { AVERROR_EOF, Dictionary, FFmpegError, FormatContext, InputFormat, Packet } from 'node-av';

/** After reading this many packets, other work gets a turn. */
const FRAMES_AT_ONCE = 1_000;

export interface Source {
  path: string;
  mimeType: string;
}

/**
 * Opens a file with one of FFmpeg's demuxers while `read` runs. @param read gets FFmpeg's code, which is negative if the file
 * cannot be opened
 */
export async function withReader<T>(
  source: Source,
  reader: string,
  read: (input: FormatContext, opened: number) => Promise<T>,
): Promise<T> {
  const input = new FormatContext();
  try {
    // Opens only this file, with this demuxer, and nothing that a URL or playlist in it refers to.
    const options = Dictionary.fromObject({ protocol_whitelist: 'file' });
    return await read(input, await input.openInput(source.path, InputFormat.findInputFormat(reader), options));
  } finally {
    await input.closeInput();
  }
}

/** Undecoded packets of all tracks. Each is valid only until the next one is requested. */
export async function* getPackets(input: FormatContext): AsyncGenerator<Packet> {
  const packet = new Packet();
  packet.alloc();
  try {
    for (let count = 1; ; count += 1) {
      // Synchronous, because awaiting each packet would take longer than reading it.
      const code = input.readFrameSync(packet);
      if (code === AVERROR_EOF) return;
      FFmpegError.throwIfError(code, 'read a file');
      yield packet;
      packet.unref();
      if (count % FRAMES_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    packet.free();
  }
}
