import { render, screen } from '@testing-library/react';
import { LinkedText } from './linked-text';

it('external URLs open without a referrer, and the page loads nothing from them', () => {
  const { container } = render(<LinkedText text="My shop: https://potter.example/mugs. Come in!" />);
  expect(container).toHaveTextContent('My shop: https://potter.example/mugs. Come in!');
  const link = screen.getByRole('link', { name: 'https://potter.example/mugs' });
  expect(link).toHaveAttribute('href', 'https://potter.example/mugs');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link.getAttribute('rel')?.split(' ')).toEqual(
    expect.arrayContaining(['noopener', 'noreferrer', 'nofollow', 'ugc']),
  );
  // The page loads no content from other sites.
  expect(container.querySelector('img, iframe, link')).toBeNull();
});

it('a URL that may be incomplete, at the end of a cut text, is no link', () => {
  render(<LinkedText text="See https://potter.example/a and https://potter.example/a-long" isCut />);
  expect(screen.getAllByRole('link')).toHaveLength(1);
});
