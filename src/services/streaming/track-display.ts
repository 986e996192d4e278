import { playAnyhow } from './play-anyhow';

/** @param onFrame called for the first frame and after a change of size */
export function createTrackDisplay(video: HTMLVideoElement, onFrame: () => void) {
  const shown = new MediaStream();
  const events = ['loadeddata', 'resize'];
  for (const event of events) video.addEventListener(event, onFrame);
  return {
    show(track: MediaStreamTrack): void {
      for (const old of shown.getTracks()) if (old.kind === track.kind && old !== track) shown.removeTrack(old);
      shown.addTrack(track);
      // Keep showing the previous picture until this track has one.
      if (video.srcObject !== shown) {
        video.removeAttribute('src');
        video.srcObject = shown;
      }
      void playAnyhow(video);
    },
    hasFrame: (): boolean => video.srcObject === shown && video.videoWidth > 0,
    close(): void {
      for (const event of events) video.removeEventListener(event, onFrame);
    },
  };
}
