import { readPreviewFrames } from './preview-frames';

it('readPreviewFrames parses cues that name frames, and nothing else', () => {
  const address = 'https://api.test/media/1/previews?v=a&e=1&s=x';
  const cue = (time: string, place: string) => `${time} --> 01:00:02.000\nsprite?v=a&e=1&s=x#xywh=${place}\n`;
  const text = `WEBVTT\n\n${cue('00:00:00.000', '0,0,160,90')}\n${cue('01:00:01.500', '160,90,160,90')}\nNOTE none`;
  const url = 'https://api.test/media/1/sprite?v=a&e=1&s=x';
  expect(readPreviewFrames(text, address)).toEqual([
    { from: 0, url, x: 0, y: 0, width: 160, height: 90 },
    { from: 3601.5, url, x: 160, y: 90, width: 160, height: 90 },
  ]);
  expect(readPreviewFrames('<html>', address)).toEqual([]);
});
