import { render, screen, within } from '@testing-library/react';
import { Tabs } from './tabs';

describe('Tabs', () => {
  it('are links with counts, and the open one is marked', () => {
    render(
      <Tabs
        label="Noor's work"
        current="/noor?tab=videos"
        tabs={[
          { href: '/noor', label: 'Posts', count: 1204 },
          { href: '/noor?tab=videos', label: 'Videos', count: 64 },
          { href: '/noor?tab=about', label: 'About' },
        ]}
      />,
    );
    const tabs = within(screen.getByRole('navigation', { name: "Noor's work" }));
    expect(tabs.getByRole('link', { name: /Posts\s*1,204/ })).not.toHaveAttribute('aria-current');
    expect(tabs.getByRole('link', { name: /Videos\s*64/ })).toHaveAttribute('aria-current', 'page');
    expect(tabs.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/noor?tab=about');
  });
});
