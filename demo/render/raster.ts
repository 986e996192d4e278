import sharp from 'sharp';
import { createRandom } from '../draw/random';

/** Side of the square tile in pixels. */
const tileSize = 512;

let tile: Promise<Buffer> | undefined;

/** Paper grain: dark and light specks on transparency. An SVG noise filter would take seconds. */
function grainTile(): Promise<Buffer> {
  tile ??= (async () => {
    const random = createRandom(4);
    const pixels = Buffer.alloc(tileSize * tileSize * 4);
    for (let at = 0; at < pixels.length; at += 4) {
      const noise = random.next() + random.next() + random.next() - 1.5;
      pixels.fill(noise > 0 ? 255 : 24, at, at + 3);
      pixels[at + 3] = Math.round(Math.abs(noise) * 15);
    }
    return sharp(pixels, { raw: { width: tileSize, height: tileSize, channels: 4 } })
      .png()
      .toBuffer();
  })();
  return tile;
}

/** Draws an SVG at its own size on grainy paper. @returns a JPEG of quality 85 */
export async function rasterise(svg: string): Promise<Buffer> {
  const drawing = sharp(Buffer.from(svg), { density: 72 });
  return drawing
    .composite([{ input: await grainTile(), tile: true }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Draws an SVG at its own size, without a background. @returns a PNG with transparency */
export const rasteriseLayer = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: 72 }).png({ compressionLevel: 1 }).toBuffer();
