import { fireEvent, render, screen } from '@testing-library/react';
import { AudioPlayer } from './audio-player';

const waveform = Array.from({ length: 200 }, (_, index) => index / 2);

describe('a sound', () => {
  it('is drawn by its loudness, and played so far as it is', () => {
    const { container } = render(<AudioPlayer src="/a.m4a" title="Song" seconds={100} waveform={waveform} />);
    const bars = [...container.querySelectorAll('rect')];
    const heights = bars.map((bar) => Number(bar.getAttribute('height')));
    expect(bars).toHaveLength(64);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(container.querySelectorAll('rect.on')).toHaveLength(0);
    const line = screen.getByRole('slider', { name: 'Position in Song' });
    fireEvent.change(line, { target: { value: '50' } });
    expect(container.querySelector('audio')?.currentTime).toBe(50);
    expect(line).toHaveAttribute('aria-valuetext', '0:50 of 1:40');
    expect(container.querySelectorAll('rect.on')).toHaveLength(32);
  });

  it('is a plain line where a backend tells no loudness', () => {
    const { container } = render(<AudioPlayer src="/a.m4a" title="Song" seconds={100} />);
    expect(container.querySelector('rect')).toBeNull();
    expect(screen.getByRole('slider')).toBeInTheDocument();
  });
});
