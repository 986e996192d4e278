/** A part of a picture, in pixels of the whole. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels of the longer side: what the server keeps of portraits and covers is no larger. */
const longestSide = 2048;

/**
 * Cuts a part out of a picture, in the browser.
 *
 * @returns a JPEG; smaller than the part where that is larger than anybody needs.
 * @throws Error when the browser cannot read the picture.
 */
export async function cropImage(file: File, area: CropArea): Promise<File> {
  const picture = await createImageBitmap(file, area.x, area.y, area.width, area.height);
  const scale = Math.min(1, longestSide / Math.max(area.width, area.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(area.width * scale);
  canvas.height = Math.round(area.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Your browser could not crop this picture.');
  // A see-through ground would turn black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!blob) throw new Error('The picture could not be written.');
  return new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
}
