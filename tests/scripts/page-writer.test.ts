import { renderToReadableStream } from 'react-dom/server.node';
import { createElement as h } from 'react';
import { renderWhole, toLatin1 } from '../../scripts/lib/page-writer.mjs';

const filler = 'a'.repeat(1_000);
const written = (html: string) =>
  toLatin1(Buffer.from(filler + html))
    .toString()
    .slice(filler.length);

describe('what is written of a page', () => {
  it('names the few characters outside Latin-1, so that the page takes one byte a character', () => {
    expect(written('<p title="“so”">It’s é 😀</p>')).toBe('<p title="&#8220;so&#8221;">It&#8217;s é &#128512;</p>');
  });

  it('escapes them in scripts, and leaves styles alone', () => {
    const html =
      '<p>1 ’</p><script type="application/json">{"a":"’😀</p>"}</script><style>p::after{content:"’"}</style><b>’</b>';
    const page = written(html);
    expect(page).toContain('{"a":"\\u2019\\ud83d\\ude00</p>"}');
    expect(page).toContain('content:"’"');
    const dataOf = (text: string): unknown => JSON.parse(/json">(.*)<\/script>/.exec(text)?.[1] ?? '');
    expect(dataOf(page)).toEqual(dataOf(html));
    expect(page).toMatch(/^<p>1 &#8217;<\/p>.*<b>&#8217;<\/b>$/);
  });

  it('leaves a page in another script as it is: named, each character would take three times the room', () => {
    const html = Buffer.from('<p>Привет, как дела</p>'.repeat(10));
    expect(toLatin1(html)).toBe(html);
  });

  it('comes in one piece, and fails as the page fails', async () => {
    const render = renderWhole(renderToReadableStream);
    const stream = await render(h('main', null, h('p', null, filler), h('p', null, 'It’s here')));
    await stream.allReady;
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part);
    expect(parts.map(String)).toEqual([`<main><p>${filler}</p><p>It&#8217;s here</p></main>`]);
    const Broken = () => {
      throw new Error('no page');
    };
    await expect(render(h(Broken), { onError: () => undefined })).rejects.toThrow('no page');
  });
});
