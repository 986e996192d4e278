import { cleanHtml } from './clean-html';

describe('cleanHtml', () => {
  it.each([
    [
      'keeps allowed tags',
      '<h2>A</h2><p><strong>b</strong> <em>c</em></p>',
      '<h2>A</h2><p><strong>b</strong> <em>c</em></p>',
    ],
    ['removes comments', 'a<!-- secret -->b', 'ab'],
    ['removes scripts with their text', 'a<script>alert(1)</script>b', 'ab'],
    ['removes other tags but keeps their text', '<div><img src=x onerror=alert(1)>a</div>', 'a'],
    ['removes attributes', '<p onclick="x()" style="color:red" class="a">a</p>', '<p>a</p>'],
    ['converts h1 to h2, because the page has its own h1', '<h1>A</h1>', '<h2>A</h2>'],
    ['removes script URLs from links', '<a href="javascript:alert(1)">a</a>', '<a rel="noopener">a</a>'],
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
