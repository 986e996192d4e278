import { createHash } from 'node:crypto';
import { tusCall } from './tus-client';

const PART_BYTES = 8 * 1024 * 1024;

/** A seeded generator, so that every run uses the same numbers. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Bytes of which no two parts are equal. */
function createBytes(size: number, part: number, random: () => number) {
  const noise = Buffer.alloc(part);
  for (let index = 0; index < part; index += 4) noise.writeUInt32LE(Math.floor(random() * 2 ** 32), index);
  const partAt = (offset: number) => {
    const bytes = Buffer.from(noise.subarray(0, Math.min(part, size - offset)));
    bytes.writeDoubleLE(offset, 0);
    return bytes;
  };
  const whole = createHash('sha256');
  for (let offset = 0; offset < size; offset += part) whole.update(partAt(offset));
  const bytesAt = (offset: number) => {
    const first = Math.floor(offset / part) * part;
    const both = [partAt(first), ...(first + part < size ? [partAt(first + part)] : [])];
    return Buffer.concat(both).subarray(offset - first, offset - first + Math.min(part, size - offset));
  };
  return { bytesAt, hash: whole.digest('hex') };
}

async function readOffset(url: string, token: string): Promise<number> {
  const reply = await tusCall('HEAD', url, { token });
  if (reply?.status !== 200) throw new Error(`HEAD returned ${reply?.status}`);
  return Number(reply.headers['upload-offset']);
}

interface CutUpload {
  /** Two processes; after each cut, the other one continues. */
  origins: readonly [string, string];
  token: string;
  id: string;
  size: number;
  cuts: number;
  part?: number;
}

/**
 * Sends an upload in parts, over connections that break. @returns what was sent: bytes, cuts, how often the broken request was
 * ahead of the next one, which then sends its part again, and the hash of the file
 */
export async function sendWithCuts({ origins, token, id, size, cuts: cutCount, part = PART_BYTES }: CutUpload) {
  const random = randomNumbers(7);
  const { bytesAt, hash } = createBytes(size, part, random);
  const places = Array.from({ length: cutCount }, () => Math.floor(random() * size)).toSorted((a, b) => a - b);
  const sent = { bytes: 0, cuts: 0, overtaken: 0, hash, part };
  for (let offset = 0; offset < size;) {
    const bytes = bytesAt(offset);
    const cut = places[sent.cuts];
    const isCut = cut !== undefined && cut < offset + bytes.length;
    const cutAfter = isCut ? Math.max(1, Math.min(bytes.length - 1, cut - offset)) : undefined;
    const url = `${origins[sent.cuts % 2]}/files/uploads/${id}`;
    const reply = await tusCall('PATCH', url, { token, part: { offset, bytes, cutAfter } });
    sent.bytes += cutAfter ?? bytes.length;
    const status = reply?.status ?? null;
    if (isCut && status === null) {
      sent.cuts += 1;
      // The other process takes the lock from the process that may still be reading.
      offset = await readOffset(`${origins[sent.cuts % 2]}/files/uploads/${id}`, token);
    } else if (!isCut && status === 204) {
      offset = Number(reply?.headers['upload-offset']);
    } else if (status === 409 || status === 423) {
      // The interrupted request got the lock after the offset was read, or still has it. So read the offset again, as the
      // protocol requires.
      sent.overtaken += 1;
      offset = await readOffset(url, token);
    } else {
      throw new Error(`PATCH returned ${status}`);
    }
  }
  return sent;
}
