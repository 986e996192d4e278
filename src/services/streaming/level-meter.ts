const READ_MS = 80;
/** Loudness that counts as none, and that fills the meter, in decibels below the loudest possible. */
const SILENT_DB = -60;
const FULL_DB = -8;

/**
 * Reads how loud a microphone is, again and again.
 *
 * @param onLevel 0 for silence to 1.
 * @returns what ends it.
 */
export function measureLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  if (!('AudioContext' in window)) return () => undefined;
  const context = new AudioContext();
  const source = context.createMediaStreamSource(new MediaStream([track]));
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  source.connect(analyser);
  // Browsers start it by a press only, and the meter is there after one.
  void context.resume().catch(() => undefined);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    const decibels = 10 * Math.log10(power || Number.MIN_VALUE);
    onLevel(Math.min(1, Math.max(0, (decibels - SILENT_DB) / (FULL_DB - SILENT_DB))));
  }, READ_MS);
  return () => {
    clearInterval(timer);
    source.disconnect();
    void context.close().catch(() => undefined);
  };
}
