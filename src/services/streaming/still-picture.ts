const SIZE = { width: 640, height: 360 };
/** Engines consider a host who sends no frames as gone. */
const DRAW_MS = 500;

/** A picture instead of the camera's, with a text that gives the reason. */
export interface StillPicture {
  track: MediaStreamTrack;
  stop(): void;
}

/** @returns null if the browser cannot capture a canvas */
export function drawStillPicture(text: string): StillPicture | null {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, SIZE);
  const pen = canvas.getContext('2d');
  if (!pen || typeof canvas.captureStream !== 'function') return null;
  const draw = () => {
    pen.fillStyle = '#1a1311';
    pen.fillRect(0, 0, SIZE.width, SIZE.height);
    pen.fillStyle = '#fff7f2';
    pen.font = '600 24px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(text, SIZE.width / 2, SIZE.height / 2, SIZE.width - 40);
  };
  draw();
  const [track] = canvas.captureStream(2).getVideoTracks();
  if (!track) return null;
  const timer = setInterval(draw, DRAW_MS);
  return {
    track,
    stop() {
      clearInterval(timer);
      track.stop();
    },
  };
}
