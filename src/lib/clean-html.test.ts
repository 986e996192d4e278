import { cleanHtml } from './clean-html';

describe('cleanHtml', () => {
  it.each([
    [
      'keeps the tags a text may use',
      '<h2>A</h2><p><strong>b</strong> <em>c</em></p>',
      '<h2>A</h2><p><strong>b</strong> <em>c</em></p>',
    ],
    ['takes comments out', 'a<!-- secret -->b', 'ab'],
    ['takes scripts out with their words', 'a<script>alert(1)</script>b', 'ab'],
    ['takes other tags out and leaves their words', '<div><img src=x onerror=alert(1)>a</div>', 'a'],
    ['takes attributes out', '<p onclick="x()" style="color:red" class="a">a</p>', '<p>a</p>'],
    ['makes a first heading a second one: the page has its own', '<h1>A</h1>', '<h2>A</h2>'],
    ['takes links out that run something', '<a href="javascript:alert(1)">a</a>', '<a rel="noopener">a</a>'],
    [
      'keeps links to pages',
      '<a href="https://a.test" onclick="x()">a</a>',
      '<a href="https://a.test" rel="noopener">a</a>',
    ],
    ['keeps links within the site', '<a href="/contact">a</a>', '<a href="/contact" rel="noopener">a</a>'],
  ])('%s', async (_what, html, clean) => {
    await expect(cleanHtml(html)).resolves.toBe(clean);
  });
});
