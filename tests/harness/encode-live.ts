/*
 * Pictures for a live show: `encode-live.ts <PictureOptions as JSON>` prints each as [isKey, …units in base64]. A program of its own,
 * since Jest cannot load what FFmpeg is bound by.
 */
import { encodePictures } from './encode-pictures';
import type { PictureOptions } from './live-media';

const pictures = await encodePictures(JSON.parse(process.argv[2] ?? '{}') as PictureOptions);
const printed = pictures.map(({ isKey, units }) => [isKey, ...units.map((unit) => unit.toString('base64'))]);
console.log(JSON.stringify(printed));
