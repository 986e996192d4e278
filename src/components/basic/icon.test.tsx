import { render } from '@testing-library/react';
import * as lucide from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Icon, getDrawing, type Glyph } from './icon';

const glyphs = Object.entries(lucide).filter(
  ([name, value]) => /^[A-Z]/.test(name) && name.endsWith('Icon') && name !== 'Icon' && typeof value === 'object',
) as [string, Glyph][];

describe('Icon', () => {
  it('renders the same markup as lucide', () => {
    expect(glyphs.length).toBeGreaterThan(1_000);
    for (const [name, Shape] of glyphs) {
      const theirs = /<svg[^>]*>(.*)<\/svg>/.exec(renderToStaticMarkup(<Shape />))?.[1];
      expect([name, getDrawing(Shape)]).toEqual([name, theirs]);
    }
  });

  it('is hidden from screen readers and takes size, weight and class', () => {
    const { container } = render(<Icon of={lucide.Heart} size={16} strokeWidth={2} className="mine" solid />);
    const svg = container.querySelector('svg');
    expect(svg).toHaveAttribute('aria-hidden', 'true');
    expect(svg).toHaveAttribute('width', '16');
    expect(svg).toHaveAttribute('stroke-width', '2');
    expect(svg).toHaveClass('icon', 'solid', 'mine');
    expect(svg?.querySelectorAll('path')).toHaveLength(1);
  });

  it('renders glyphs that are not from lucide as components', () => {
    const { container } = render(<Icon of={({ className }) => <svg className={className} data-own="yes" />} />);
    expect(container.querySelector('svg')).toHaveAttribute('data-own', 'yes');
  });
});
