import { VideoSample } from 'mediabunny';
import '../../server/media/worker/video-probe';
import { drawFilm } from '../draw/films/draw-film';
import { frame } from '../draw/films/layer';
import { sampleRate } from '../music/instruments';
import { playTune } from '../music/mix';
import { composeFrame, openCutting } from '../render/compose-frame';
import { rasteriseLayer } from '../render/raster';
import { encodeLive } from './baseline-encoder';
import { encodeOpus, OPUS_RATE } from './opus';
import type { EncodedPicture } from './packets';

export const PICTURES_PER_SECOND = 25;
const KEY_SECONDS = 1.8;
/** One turn of the record on screen, so that the video loops seamlessly. */
const FILM_SECONDS = 3.6;
const TUNE_SECONDS = 48;
/** Pixels: enough for a show, and cheap to encode. */
const SIZE = { width: 854, height: 480 };
/** Quieter than a voice would be. */
const LOUDNESS = 0.6;
const WAV_HEADER_BYTES = 44;

export interface DemoFilm {
  pictures: EncodedPicture[];
  /** Opus packets of 20 ms. */
  sound: Buffer[];
}

/** Video and sound for the demo camera; each loops. */
export async function makeDemoFilm(): Promise<DemoFilm> {
  const [pictures, sound] = await Promise.all([makePictures(), makeSound()]);
  return { pictures, sound };
}

async function makePictures(): Promise<EncodedPicture[]> {
  const recipe = { kind: 'film', film: 'record', seed: 5, palette: 'rye', seconds: 7, tune: 'low cello' } as const;
  const cuttings = await Promise.all(
    drawFilm(recipe).map(async (layer) => openCutting(layer, await rasteriseLayer(layer.svg))),
  );
  return encodeLive({
    ...SIZE,
    count: FILM_SECONDS * PICTURES_PER_SECOND,
    keyEvery: KEY_SECONDS * PICTURES_PER_SECOND,
    perSecond: PICTURES_PER_SECOND,
    draw: (index) =>
      new VideoSample(composeFrame(cuttings, index / PICTURES_PER_SECOND, recipe.seconds), {
        format: 'RGBX',
        codedWidth: frame.width,
        codedHeight: frame.height,
        timestamp: index / PICTURES_PER_SECOND,
        duration: 1 / PICTURES_PER_SECOND,
      }),
  });
}

function makeSound(): Promise<Buffer[]> {
  const wav = playTune('low cello', TUNE_SECONDS, 5);
  const count = Math.floor(TUNE_SECONDS * OPUS_RATE);
  const samples = new Float32Array(count * 2);
  for (let index = 0; index < count; index += 1) {
    const from = Math.floor((index * sampleRate) / OPUS_RATE);
    for (const side of [0, 1]) {
      const at = WAV_HEADER_BYTES + (from * 2 + side) * 2;
      if (at + 2 <= wav.length) samples[index * 2 + side] = (wav.readInt16LE(at) / 32_768) * LOUDNESS;
    }
  }
  return encodeOpus(samples);
}
