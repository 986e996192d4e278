const READ_MS = 80;
/** Levels of an empty and a full meter, in decibels relative to the loudest possible sound. */
const SILENT_DB = -60;
const FULL_DB = -8;

/** @param onLevel receives 0 (silence) to 1 (loudest). @returns a function that stops measuring */
export function measureLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  if (!('AudioContext' in window)) return () => undefined;
  const context = new AudioContext();
  const source = context.createMediaStreamSource(new MediaStream([track]));
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  source.connect(analyser);
  // Browsers start audio only after a user gesture; until then, the meter does not appear.
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
