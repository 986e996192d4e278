/** Maximum pixels of all tiles as a multiple of the image's pixels; tiles at the edges extend beyond the image. */
const MAX_TIMES = 2;
/** Tiles may always have this many pixels, because a small image may consist of one large tile. */
const MIN_PIXELS = 2_000_000;

interface Box {
  type: string;
  content: Buffer;
}

function* readBoxes(bytes: Buffer): Generator<Box> {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const isLong = bytes.readUInt32BE(at) === 1;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at) || bytes.length - at;
    const head = isLong ? 16 : 8;
    if (size < head) throw new Error(`box of ${size} bytes at ${at}`);
    yield { type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + head, at + size) };
    at += size;
  }
}

function getContents(bytes: Buffer, type: string): Buffer[] {
  const contents: Buffer[] = [];
  for (const box of readBoxes(bytes)) if (box.type === type) contents.push(box.content);
  return contents;
}

/** Reads numbers from a box, after its version and flags. */
function createReader(bytes: Buffer) {
  let at = 4;
  return {
    read(width: 1 | 2 | 4): number {
      at += width;
      return bytes.readUIntBE(at - width, width);
    },
  };
}

/** Pixels of each item that declares its size; the largest value if it declares several. */
function readSizes(meta: Buffer): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const properties of getContents(meta, 'iprp')) {
    const kinds = getContents(properties, 'ipco').flatMap((kept) => [...readBoxes(kept)]);
    const pixels = kinds.map(({ type, content }) =>
      type === 'ispe' ? content.readUInt32BE(4) * content.readUInt32BE(8) : 0,
    );
    for (const table of getContents(properties, 'ipma')) {
      const { read } = createReader(table);
      const isWide = (table.readUInt8(3) & 1) === 1;
      for (let left = read(4); left > 0; left -= 1) {
        const item = read(table.readUInt8(0) < 1 ? 2 : 4);
        for (let count = read(1); count > 0; count -= 1) {
          const index = isWide ? read(2) & 0x7fff : read(1) & 0x7f;
          sizes.set(item, Math.max(sizes.get(item) ?? 0, pixels[index - 1] ?? 0));
        }
      }
    }
  }
  return sizes;
}

/** Parts of each derived item, repeated as often as the item uses them. */
function readParts(meta: Buffer): Map<number, number[]> {
  const parts = new Map<number, number[]>();
  for (const references of getContents(meta, 'iref')) {
    const width = references.readUInt8(0) === 0 ? 2 : 4;
    for (const content of getContents(references.subarray(4), 'dimg')) {
      const from = content.readUIntBE(0, width);
      const used = parts.get(from) ?? [];
      for (let left = content.readUInt16BE(width), at = width + 2; left > 0; left -= 1, at += width)
        used.push(content.readUIntBE(at, width));
      parts.set(from, used);
    }
  }
  return parts;
}

/**
 * True if a HEIC or AVIF consists of more pixels than it shows: all parts are decoded, and a few kilobytes can reference one
 * part a thousand times.
 *
 * @param pixels of the image
 * @throws if its boxes are invalid
 */
export function hasTooManyTiles(file: Buffer, pixels: number): boolean {
  return getContents(file, 'meta').some((content) => {
    const meta = content.subarray(4);
    const [sizes, parts] = [readSizes(meta), readParts(meta)];
    const known = new Map<number, number>();
    const countPixels = (item: number): number => {
      const before = known.get(item);
      if (before !== undefined) return before;
      // While being counted, so that an item that contains itself does not recurse forever.
      known.set(item, Infinity);
      const used = parts.get(item);
      // A part that does not declare its size may have any size.
      const count = used ? used.reduce((sum, part) => sum + countPixels(part), 0) : sizes.get(item) || Infinity;
      known.set(item, count);
      return count;
    };
    return [...parts.keys()].some((item) => countPixels(item) > Math.max(MIN_PIXELS, MAX_TIMES * pixels));
  });
}
