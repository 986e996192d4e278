import { fillPlaceholders, placeholderFor } from './media-links';

const linkTo = (fileId: string, variant: string) => `https://media.test/${fileId}/${variant}?v=me`;
const read = (text: string) => fillPlaceholders(text, linkTo);

describe('link gaps', () => {
  it('are filled with the links of one viewer', () => {
    const text = JSON.stringify({ a: placeholderFor('f1', 'small'), b: [placeholderFor('f2', 'large'), 'é'] });
    expect(JSON.parse(read(text))).toEqual({ a: linkTo('f1', 'small'), b: [linkTo('f2', 'large'), 'é'] });
  });

  it('leave a text without any as it is', () => {
    expect(read('{"text":"link:0000:f1/small;"}')).toBe('{"text":"link:0000:f1/small;"}');
  });

  it('may stand at both ends, and side by side', () => {
    expect(read(placeholderFor('f1', 'a') + placeholderFor('f2', 'b'))).toBe(linkTo('f1', 'a') + linkTo('f2', 'b'));
  });
});
