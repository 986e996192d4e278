import { VideoSample } from 'mediabunny';
import { encodeLive } from '../../demo/show/baseline-encoder';
import { PICTURES_PER_SECOND, type EncodedPicture, type PictureOptions } from './live-media';

const [WIDTH, HEIGHT] = [320, 180];

/** Video of moving bars, encoded as by a browser: a key frame now and then, and frames in display order. */
export function encodePictures({
  count,
  keyEvery = PICTURES_PER_SECOND,
  width = WIDTH,
  height = HEIGHT,
}: PictureOptions): Promise<EncodedPicture[]> {
  const draw = (index: number) => {
    const timestamp = index / PICTURES_PER_SECOND;
    const format = { format: 'I420', codedWidth: width, codedHeight: height, timestamp, duration: 1 / 30 } as const;
    return new VideoSample(drawPicture(index, width, height), format);
  };
  return encodeLive({ count, keyEvery, width, height, perSecond: PICTURES_PER_SECOND, draw });
}

function drawPicture(index: number, width: number, height: number): Uint8Array<ArrayBuffer> {
  const picture = new Uint8Array((width * height * 3) / 2).fill(128);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) picture[y * width + x] = 16 + ((x + index * 4 + (y >> 3)) % 200);
  return picture;
}
