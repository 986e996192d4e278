/** A single audio track that continues when the microphone changes; silent without one. */
export interface SteadySound {
  track: MediaStreamAudioTrack;
  replace(track: MediaStreamTrack | null): void;
  close(): void;
}

const isAudio = (track: MediaStreamTrack): track is MediaStreamAudioTrack => track.kind === 'audio';

/** @returns null if the browser cannot create one */
export function createSteadySound(first: MediaStreamTrack | null): SteadySound | null {
  const context = new AudioContext();
  const destination = context.createMediaStreamDestination();
  const track = destination.stream.getTracks().find(isAudio);
  if (!track) return null;
  // Without a source, the destination emits nothing, and the recorder would wait for sound.
  const silence = new ConstantSourceNode(context, { offset: 0 });
  silence.connect(destination);
  silence.start();
  let source: MediaStreamAudioSourceNode | null = null;
  const replace = (next: MediaStreamTrack | null) => {
    source?.disconnect();
    source = next && context.createMediaStreamSource(new MediaStream([next]));
    source?.connect(destination);
  };
  replace(first);
  void context.resume();
  return { track, replace, close: () => void context.close() };
}
