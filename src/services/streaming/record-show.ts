import {
  AppendOnlyStreamTarget,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  MediaStreamAudioTrackSource,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
  type AudioCodec,
  type VideoCodec,
} from 'mediabunny';
import { readFrames } from './frame-reader';
import { openRecordingStore, type RecordedShow } from './recording-store';
import { createSteadySound } from './steady-sound';
import type { PublishMedia } from './stream-publication';

const LANDSCAPE = { width: 1280, height: 720 };
const PORTRAIT = { width: 720, height: 1280 };
/** Same quality as for viewers. */
const VIDEO_QUALITY = new Quality({ bitrate: 2_200_000 });
const AUDIO_QUALITY = new Quality({ bitrate: 128_000 });
/** A still screen emits no frames: the last frame is written again after this time. */
const REPEAT_MS = 500;
/** Minimum time between two frames, slightly below 1/30 second. */
const MIN_GAP_SECONDS = 0.03;
/** Maximum number of frames waiting for the encoder; a slow machine drops the others. */
const MAX_WAITING = 4;

export interface ShowRecording {
  replaceVideo(track: MediaStreamTrack | null): void;
  replaceAudio(track: MediaStreamTrack | null): void;
  /** Null if nothing was recorded. */
  stop(): Promise<File | null>;
}

interface Codecs {
  video: VideoCodec;
  /** Null for a video without sound. */
  audio: AudioCodec | null;
}

/** An MP4 of H264 with AAC, else Opus; a WebM if the browser cannot encode H264. */
async function pickCodecs(size: typeof LANDSCAPE): Promise<Codecs | null> {
  const video = await getFirstEncodableVideoCodec(['avc', 'vp8', 'vp9'], { ...size, quality: VIDEO_QUALITY });
  if (!video) return null;
  const options = { numberOfChannels: 2, sampleRate: 48_000, quality: AUDIO_QUALITY };
  return { video, audio: await getFirstEncodableAudioCodec(video === 'avc' ? ['aac', 'opus'] : ['opus'], options) };
}

const isPortrait = (track: MediaStreamTrack | null): boolean => {
  const { width = 0, height = 0 } = track?.getSettings() ?? {};
  return height > width;
};

/**
 * The picture size never changes. Written while recording, so that a crash loses only seconds; `listRecordings` finds the rest.
 * @param onFailed recording cannot continue, as on a full disk; earlier chunks stay. @returns null if not supported
 */
export async function recordShow(
  show: RecordedShow,
  media: PublishMedia,
  onFailed: (error: unknown) => void,
): Promise<ShowRecording | null> {
  const size = isPortrait(media.video) ? PORTRAIT : LANDSCAPE;
  const codecs = await pickCodecs(size);
  if (!codecs) return null;
  const isMp4 = codecs.video === 'avc';
  const store = await openRecordingStore(show, isMp4 ? 'video/mp4' : 'video/webm');
  const output = new Output({
    format: isMp4 ? new Mp4OutputFormat({ fastStart: 'fragmented' }) : new WebMOutputFormat({ appendOnly: true }),
    target: new AppendOnlyStreamTarget(store.writable),
  });
  const source = new VideoSampleSource({
    codec: codecs.video,
    quality: VIDEO_QUALITY,
    latencyMode: 'realtime',
    sizeChangeBehavior: 'contain',
    transform: size,
  });
  output.addVideoTrack(source);
  let hasFailed = false;
  const fail = (cause: unknown) => {
    if (hasFailed) return;
    hasFailed = true;
    pictures.stop();
    output.cancel().catch(() => undefined);
    onFailed(cause);
  };
  const pictures = createPictureInput(source, fail);
  const sound = codecs.audio === null ? null : createSteadySound(media.audio);
  if (sound && codecs.audio) {
    const microphone = new MediaStreamAudioTrackSource(sound.track, { codec: codecs.audio, quality: AUDIO_QUALITY });
    microphone.errorPromise.catch(fail);
    output.addAudioTrack(microphone);
  }
  await output.start();
  pictures.start(media.video);
  return {
    replaceVideo: pictures.replace,
    replaceAudio: (track) => sound?.replace(track),
    async stop() {
      pictures.stop();
      if (!hasFailed) await output.finalize().catch(fail);
      sound?.close();
      return store.read();
    },
  };
}

/** Frames get their times from this browser's clock. */
function createPictureInput(source: VideoSampleSource, onFailed: (cause: unknown) => void) {
  let begunAt = 0;
  let last: VideoFrame | null = null;
  let lastAt = -1;
  let waiting = 0;
  let isStopped = false;
  let stopReading: (() => void) | undefined;

  const write = (frame: VideoFrame) => {
    const timestamp = (performance.now() - begunAt) / 1000;
    if (waiting >= MAX_WAITING || timestamp - lastAt < MIN_GAP_SECONDS) return;
    lastAt = timestamp;
    waiting += 1;
    const sample = new VideoSample(frame.clone(), { timestamp });
    void source
      .add(sample)
      .catch(onFailed)
      .finally(() => {
        sample.close();
        waiting -= 1;
      });
  };
  const take = (frame: VideoFrame) => {
    if (isStopped) return frame.close();
    last?.close();
    last = frame;
    write(frame);
  };
  const repeat = () => {
    if (last && performance.now() - begunAt - lastAt * 1000 >= REPEAT_MS) write(last);
  };
  const replace = (track: MediaStreamTrack | null) => {
    stopReading?.();
    stopReading = undefined;
    if (isStopped) return;
    if (track) stopReading = readFrames(track, take);
    else take(drawDark());
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    replace,
    start(first: MediaStreamTrack | null) {
      if (isStopped) return;
      begunAt = performance.now();
      replace(first);
      timer = setInterval(repeat, REPEAT_MS);
    },
    stop() {
      if (isStopped) return;
      isStopped = true;
      stopReading?.();
      clearInterval(timer);
      last?.close();
      last = null;
    },
  };
}

function drawDark(): VideoFrame {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, LANDSCAPE);
  canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height);
  return new VideoFrame(canvas, { timestamp: 0 });
}
