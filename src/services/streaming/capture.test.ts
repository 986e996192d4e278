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
  it('are not opened before a request', async () => {
    await settle();
    expect(devices.asked).toEqual([]);
    expect(capture.getState().camera.status).toBe('off');
  });

  it('are requested with one prompt, and are then listed', async () => {
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
  ])('after %s, the camera is %s, and the microphone opens anyway', async (name, problem) => {
    devices.refusals.camera = name;
    await capture.open(['camera', 'microphone']);
    expect(capture.getState().camera).toMatchObject({ status: 'failed', problem });
    expect(capture.getState().microphone.status).toBe('on');
    expect(capture.getVideo()).toBeNull();
  });

  it('have the problem insecure on pages without HTTPS', async () => {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true });
    const other = createCapture(() => undefined);
    await other.open(['camera']);
    expect(other.getState().camera).toMatchObject({ status: 'failed', problem: 'insecure' });
  });

  it('stop their track when they are closed', async () => {
    await capture.open(['camera']);
    const [track] = devices.tracks;
    capture.close('camera');
    expect(track!.readyState).toBe('ended');
    expect(capture.getState().camera).toMatchObject({ status: 'off', size: null });
  });

  it('stop a track that arrives after they were closed', async () => {
    const opening = capture.open(['camera']);
    capture.close('camera');
    await opening;
    expect(devices.tracks[0]!.readyState).toBe('ended');
    expect(capture.getState().camera.status).toBe('off');
  });

  it('switch to the chosen camera immediately if one is open', async () => {
    await capture.choose('camera', 'back');
    expect(devices.asked).toEqual([]);
    await capture.open(['camera']);
    expect(capture.getState().camera.deviceId).toBe('back');
    await capture.choose('camera', 'front');
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
    expect(capture.getState().camera).toMatchObject({ status: 'on', deviceId: 'front' });
  });

  it('fall back to the default device if the chosen one is missing', async () => {
    devices.gone = ['lost'];
    await capture.choose('camera', 'lost');
    await capture.open(['camera', 'microphone']);
    expect(capture.getState().camera).toMatchObject({ status: 'on', deviceId: 'front' });
    expect(capture.getState().microphone.status).toBe('on');
  });

  it('report that a device was unplugged', async () => {
    await capture.open(['microphone']);
    devices.tracks[0]!.end();
    expect(capture.getState().microphone).toMatchObject({ status: 'failed', problem: 'unplugged' });
    expect(capture.getAudio()).toBeNull();
  });

  it('keep a muted microphone open, and muted after a switch', async () => {
    await capture.open(['microphone']);
    capture.setMuted(true);
    expect(devices.tracks[0]).toMatchObject({ enabled: false, readyState: 'live' });
    await capture.choose('microphone', 'other');
    expect(devices.tracks[1]).toMatchObject({ enabled: false });
  });

  it('send the screen instead of the camera until sharing ends', async () => {
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

  it('stop all tracks together', async () => {
    await capture.open(['camera', 'microphone']);
    await capture.shareScreen();
    capture.stop();
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended', 'ended']);
  });
});
