import { gunzipSync, gzipSync } from 'node:zlib';
import { splitPageTemplate } from '@/composition/page-template';

const first = 'AAAAAAAAAAAAAAAAAAAAAA';
const next = 'bbbbbbbbbbbbbbbbbbbbbb';

function pageWith(mark: string, text = 'Grüße aus dem Atelier. ', times = 3_000): string {
  const tags = Array.from(
    { length: 12 },
    (_, n) => `<script src="/_next/static/${n * 7919}.js" nonce="${mark}"></script>`,
  );
  const words = Array.from({ length: times }, (_, n) => `${text}${(n * 7919) % 1_000}`);
  return `<head>${tags.join('')}</head><body>${words.join('')}${tags.join('')}</body>`;
}

describe('splitPageTemplate', () => {
  it.each([
    ['a page', pageWith(first), pageWith(next)],
    ['a short page', pageWith(first, '', 0), pageWith(next, '', 0)],
    ['marks only', first + first, next + next],
    ['a page without a mark', 'plain', 'plain'],
    ['an empty page', '', ''],
  ])('fills %s with another nonce, compressed or not', async (_, page, expected) => {
    const cut = splitPageTemplate(Buffer.from(page), first);
    expect(cut.fill(next).toString()).toBe(expected);
    expect(gunzipSync(await cut.fillPacked(next)).toString()).toBe(expected);
    expect(gunzipSync(await cut.fillPacked(first)).toString()).toBe(page);
  });

  it('compresses as well as the whole page, except for forty bytes per nonce', async () => {
    const page = pageWith(first);
    const marks = page.split(first).length - 1;
    const packed = await splitPageTemplate(Buffer.from(page), first).fillPacked(next);
    expect(packed.length).toBeLessThan(gzipSync(page).length + 40 * marks);
  });

  it('does not fill in a nonce that an author copied from an earlier response', () => {
    const written = `<script nonce="${next}">steal()</script>`;
    const cut = splitPageTemplate(Buffer.from(`<script nonce="${first}"></script><p>${written}</p>`), first);
    const other = 'cccccccccccccccccccccc';
    expect(cut.fill(other).toString()).toBe(`<script nonce="${other}"></script><p>${written}</p>`);
  });
});
