import sharp from 'sharp';

/** An upright A5 page in points (1/72 inch). */
const page = { width: 420, height: 595 } as const;
const margin = 24;

/** Writes a PDF with one image per page. @param pictures JPEG files in RGB */
export async function bindBooklet(pictures: readonly Buffer[]): Promise<Buffer> {
  const objects: Buffer[] = [];
  const add = (head: string, body?: Uint8Array) => {
    const parts: Uint8Array[] = [Buffer.from(`${objects.length + 1} 0 obj\n${head}\n`)];
    if (body) parts.push(Buffer.from('stream\n'), body, Buffer.from('\nendstream\n'));
    objects.push(Buffer.concat([...parts, Buffer.from('endobj\n')]));
  };
  // Objects 1 and 2 are the catalog and the page tree. Then come three objects per page: page, drawing, image.
  const pageNumbers = pictures.map((_, i) => 3 + i * 3);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${pictures.length} /Kids [${pageNumbers.map((at) => `${at} 0 R`).join(' ')}] >>`);
  const measured = await Promise.all(pictures.map(async (jpeg) => ({ jpeg, ...(await sharp(jpeg).metadata()) })));
  measured.forEach(({ jpeg, width, height }, i) => {
    const at = pageNumbers[i] ?? 3;
    const scale = Math.min((page.width - 2 * margin) / width, (page.height - 2 * margin) / height);
    const [w, h] = [width * scale, height * scale];
    const drawing = Buffer.from(
      `q ${w.toFixed(2)} 0 0 ${h.toFixed(2)} ${((page.width - w) / 2).toFixed(2)} ${((page.height - h) / 2).toFixed(2)} cm /Picture Do Q`,
    );
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents ${at + 1} 0 R /Resources << /XObject << /Picture ${at + 2} 0 R >> >> >>`,
    );
    add(`<< /Length ${drawing.length} >>`, drawing);
    add(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    );
  });
  return assemble(objects);
}

/** Header, numbered objects, cross-reference table, trailer. PDF 1.4, sections 7.5.2 to 7.5.5 of ISO 32000-1. */
function assemble(objects: readonly Buffer[]): Buffer {
  const header = Buffer.from('%PDF-1.4\n');
  let at = header.length;
  const places = objects.map((object) => {
    const place = at;
    at += object.length;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const end = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([header, ...objects, Buffer.from(end)]);
}
