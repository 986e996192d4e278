import { installFakeDevices, type FakeDevices } from '../../../tests/harness/fake-devices';
import { createCapture, type Capture } from './capture';

let devices: FakeDevices;
let changes: number;
let capture: Capture;

beforeEach(() => {
  devices = installFakeDevices();
  changes = 0;
  capture = createCapture(() => (changes += 1));
});
afterEach(() => capture.stop());

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('host devices', () => {
  it('opens nothing by itself', async () => {
    await settle();
    expect(devices.asked).toEqual([]);
    expect(capture.getState().camera.status).toBe('off');
  });

  it('requests camera and microphone with one prompt, and lists the devices', async () => {
    await capture.open(['camera', 'microphone']);
    await settle();
    expect(devices.asked).toHaveLength(1);
    const { camera, microphone } = capture.getState();
    expect(camera).toMatchObject({
      status: 'on',
      deviceId: 'front',
      size: { width: 1280, height: 720, frameRate: 30 },
    });
    expect(camera.devices).toEqual([
      { id: 'front', label: 'Front camera' },
      { id: 'back', label: 'Back camera' },
    ]);
    expect(microphone).toMatchObject({ status: 'on', deviceId: 'built-in', isMuted: false });
    expect(changes).toBeGreaterThan(0);
  });

  it.each([
    ['NotAllowedError', 'blocked'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'failed'],
  ])('%s: the camera is %s, and the microphone opens anyway', async (name, problem) => {
    devices.refusals.camera = name;
    await capture.open(['camera', 'microphone']);
    expect(capture.getState().camera).toMatchObject({ status: 'failed', problem });
    expect(capture.getState().microphone.status).toBe('on');
    expect(capture.getVideo()).toBeNull();
  });

  it('reports insecure on pages without HTTPS', async () => {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
    const other = createCapture(() => undefined);
    await other.open(['camera']);
    expect(other.getState().camera).toMatchObject({ status: 'failed', problem: 'insecure' });
  });

  it('stops the track with the camera', async () => {
    await capture.open(['camera']);
    const [track] = devices.tracks;
    capture.close('camera');
    expect(track!.readyState).toBe('ended');
    expect(capture.getState().camera).toMatchObject({ status: 'off', size: null });
  });

  it('stops a track that arrives after its device was closed', async () => {
    const opening = capture.open(['camera']);
    capture.close('camera');
    await opening;
    expect(devices.tracks[0]!.readyState).toBe('ended');
    expect(capture.getState().camera.status).toBe('off');
  });

  it('switches an open camera at once', async () => {
    await capture.choose('camera', 'back');
    expect(devices.asked).toEqual([]);
    await capture.open(['camera']);
    expect(capture.getState().camera.deviceId).toBe('back');
    await capture.choose('camera', 'front');
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
    expect(capture.getState().camera).toMatchObject({ status: 'on', deviceId: 'front' });
  });

  it('falls back to the default if the chosen device is missing', async () => {
    devices.gone = ['lost'];
    await capture.choose('camera', 'lost');
    await capture.open(['camera', 'microphone']);
    expect(capture.getState().camera).toMatchObject({ status: 'on', deviceId: 'front' });
    expect(capture.getState().microphone.status).toBe('on');
  });

  it('reports an unplugged device', async () => {
    await capture.open(['microphone']);
    devices.tracks[0]!.end();
    expect(capture.getState().microphone).toMatchObject({ status: 'failed', problem: 'unplugged' });
    expect(capture.getAudio()).toBeNull();
  });

  it('keeps a muted microphone open, and muted after a switch', async () => {
    await capture.open(['microphone']);
    capture.setMuted(true);
    expect(devices.tracks[0]).toMatchObject({ enabled: false, readyState: 'live' });
    await capture.choose('microphone', 'other');
    expect(devices.tracks[1]).toMatchObject({ enabled: false });
  });

  it('prefers the screen to the camera until sharing ends', async () => {
    await capture.open(['camera']);
    await capture.shareScreen();
    const [camera, screen] = devices.tracks;
    expect(capture.getVideo()).toBe(screen);
    expect(capture.getState().isScreenShared).toBe(true);
    screen!.end();
    expect(capture.getVideo()).toBe(camera);
    devices.isScreenRefused = true;
    await capture.shareScreen();
    expect(capture.getState().isScreenShared).toBe(false);
  });

  it('stops all tracks', async () => {
    await capture.open(['camera', 'microphone']);
    await capture.shareScreen();
    capture.stop();
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended', 'ended']);
  });
});
