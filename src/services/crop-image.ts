/** The area to keep, in pixels of the original image. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Maximum pixels of the longer side; the server stores no larger avatars and covers. */
const longestSide = 2048;

/** @returns a JPEG of at most `longestSide`. @throws Error if the browser cannot read the image */
export async function cropImage(file: File, area: CropArea): Promise<File> {
  const picture = await createImageBitmap(file, area.x, area.y, area.width, area.height);
  const scale = Math.min(1, longestSide / Math.max(area.width, area.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(area.width * scale);
  canvas.height = Math.round(area.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Your browser could not crop this picture.');
  // JPEG has no transparency: transparent pixels would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (!blob) throw new Error('The picture could not be written.');
  return new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
}
