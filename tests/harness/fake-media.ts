export const fakeTrack = (kind: 'video' | 'audio', id: string = kind): MediaStreamTrack =>
  ({ kind, id }) as MediaStreamTrack;

class FakeMediaStream extends EventTarget {
  tracks: MediaStreamTrack[] = [];
  addTrack = (track: MediaStreamTrack) => void this.tracks.push(track);
  removeTrack = (track: MediaStreamTrack) => void (this.tracks = this.tracks.filter((one) => one !== track));
  getTracks = () => this.tracks;
}

export function installFakeMedia(): void {
  Object.assign(window, { MediaStream: FakeMediaStream, RTCPeerConnection: EventTarget });
  HTMLMediaElement.prototype.play = () => Promise.resolve();
}

export const listShown = ({ srcObject }: HTMLVideoElement): string[] =>
  (srcObject as MediaStream | null)?.getTracks().map(({ id }) => id) ?? [];

export function showFrame(video: HTMLVideoElement): void {
  Object.defineProperty(video, 'videoWidth', { value: 640, configurable: true });
  video.dispatchEvent(new Event('loadeddata'));
}
