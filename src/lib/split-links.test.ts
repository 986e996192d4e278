import { splitLinks } from './split-links';

const getLinks = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

it.each([
  ['My shop: https://potter.example/mugs, open now.', ['https://potter.example/mugs']],
  ['(see http://potter.example)', ['http://potter.example']],
  ['https://potter.example/Kiln_(oven)', ['https://potter.example/Kiln_(oven)']],
  ['見て https://例え.example/茶。', ['https://例え.example/茶']],
  ['Two: https://a.example/?q=1&r=2#x https://b.example', ['https://a.example/?q=1&r=2#x', 'https://b.example']],
  ['HTTPS://POTTER.EXAMPLE', ['HTTPS://POTTER.EXAMPLE']],
])('finds the URLs in %s', (text, links) => {
  expect(getLinks(text)).toEqual(links);
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://potter.example',
  'potter.example',
  'https://',
  'https://bank.example@evil.example/',
  'xhttps://potter.example',
])('finds no link in %s', (text) => {
  expect(getLinks(text)).toEqual([]);
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
