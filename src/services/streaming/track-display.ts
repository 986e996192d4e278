import { playAnyhow } from './play-anyhow';

/**
 * Shows the tracks of an engine in a video element: one picture and one sound, the newest of each.
 *
 * @param onFrame the first frame of a picture, or one of another size, is there.
 */
export function createTrackDisplay(video: HTMLVideoElement, onFrame: () => void) {
  const shown = new MediaStream();
  const events = ['loadeddata', 'resize'];
  for (const event of events) video.addEventListener(event, onFrame);
  return {
    show(track: MediaStreamTrack): void {
      for (const old of shown.getTracks()) if (old.kind === track.kind && old !== track) shown.removeTrack(old);
      shown.addTrack(track);
      // Another element's picture stays until this one's is there.
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
