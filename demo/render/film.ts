import {
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BufferSource,
  FilePathTarget,
  Input,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
  WAVE,
} from 'mediabunny';
import '../../server/media/worker/video-probe';
import { drawFilm, type FilmRecipe } from '../draw/films/draw-film';
import { frame } from '../draw/films/layer';
import { playTune } from '../music/mix';
import { composeFrame, openCutting } from './compose-frame';
import { rasteriseLayer } from './raster';

const framesPerSecond = 24;
/** Seconds. */
const betweenKeys = 2;
/** Quieter than a voice would be. */
const loudness = 0.6;

/** Writes a 1280 x 720 MP4 with H.264 and AAC that plays before it is fully loaded. A teaser (`opening`) is silent. */
export async function transcodeVideo(recipe: FilmRecipe, target: string): Promise<void> {
  const { seconds, opening, tune, seed } = recipe;
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new FilePathTarget(target),
  });
  const video = new VideoSampleSource({ codec: 'avc', keyFrameInterval: betweenKeys, quality: new Quality('medium') });
  output.addVideoTrack(video, { frameRate: framesPerSecond });
  const audio =
    opening === undefined ? new AudioSampleSource({ codec: 'aac', quality: new Quality({ bitrate: 96_000 }) }) : null;
  if (audio) output.addAudioTrack(audio);
  await output.start();
  await Promise.all([
    addFrames(video, recipe, opening ?? seconds),
    audio && addMusic(audio, playTune(tune, seconds, seed)),
  ]);
  await output.finalize();
}

async function addFrames(video: VideoSampleSource, recipe: FilmRecipe, until: number): Promise<void> {
  const cuttings = await Promise.all(
    drawFilm(recipe).map(async (layer) => openCutting(layer, await rasteriseLayer(layer.svg))),
  );
  for (let count = 0; count < until * framesPerSecond; count += 1) {
    const timestamp = count / framesPerSecond;
    const sample = new VideoSample(composeFrame(cuttings, timestamp, recipe.seconds), {
      format: 'RGBX',
      codedWidth: frame.width,
      codedHeight: frame.height,
      timestamp,
      duration: 1 / framesPerSecond,
    });
    await video.add(sample);
    sample.close();
  }
  video.close();
}

async function addMusic(audio: AudioSampleSource, wav: Buffer): Promise<void> {
  const input = new Input({ source: new BufferSource(wav), formats: [WAVE] });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('The rendered tune has no audio track');
  for await (const sample of new AudioSampleSink(track).samples()) {
    const { numberOfChannels, numberOfFrames, sampleRate, timestamp } = sample;
    const data = new Float32Array(numberOfFrames * numberOfChannels);
    sample.copyTo(data, { planeIndex: 0, format: 'f32' });
    sample.close();
    const quiet = new AudioSample({
      data: data.map((value) => value * loudness),
      format: 'f32',
      numberOfChannels,
      sampleRate,
      timestamp,
    });
    await audio.add(quiet);
    quiet.close();
  }
  audio.close();
}
