/* Prints [isKey, …units in base64] for each frame. A separate program, so that no test process loads the FFmpeg bindings. */
import { encodePictures } from './encode-pictures';
import type { PictureOptions } from './live-media';

const pictures = await encodePictures(JSON.parse(process.argv[2] ?? '{}') as PictureOptions);
const printed = pictures.map(({ isKey, units }) => [isKey, ...units.map((unit) => unit.toString('base64'))]);
console.log(JSON.stringify(printed));
