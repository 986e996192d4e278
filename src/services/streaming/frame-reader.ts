const FRAME_MS = 1000 / 30;

/** Available on pages only in Chromium. w3.org/TR/mediacapture-transform */
type TrackProcessor = new (init: { track: MediaStreamTrack }) => { readable: ReadableStream<VideoFrame> };

/** `onFrame` must close its frames. Browsers without a track processor draw from a video, which slows down in hidden tabs. */
export function readFrames(track: MediaStreamTrack, onFrame: (frame: VideoFrame) => void): () => void {
  const Processor = (globalThis as { MediaStreamTrackProcessor?: TrackProcessor }).MediaStreamTrackProcessor;
  return Processor ? readByProcessor(new Processor({ track }).readable, onFrame) : readByElement(track, onFrame);
}

function readByProcessor(readable: ReadableStream<VideoFrame>, onFrame: (frame: VideoFrame) => void): () => void {
  const reader = readable.getReader();
  let isStopped = false;
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (isStopped) value.close();
      else onFrame(value);
    }
  };
  read().catch(() => undefined);
  return () => {
    isStopped = true;
    reader.cancel().catch(() => undefined);
  };
}

function readByElement(track: MediaStreamTrack, onFrame: (frame: VideoFrame) => void): () => void {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  video.play().catch(() => undefined);
  const timer = setInterval(() => {
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) onFrame(new VideoFrame(video, { timestamp: 0 }));
  }, FRAME_MS);
  return () => {
    clearInterval(timer);
    video.srcObject = null;
  };
}
