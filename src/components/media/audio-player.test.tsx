import { fireEvent, render, screen } from '@testing-library/react';
import { AudioPlayer } from './audio-player';

const waveform = Array.from({ length: 200 }, (_, index) => index / 2);

afterEach(() => vi.restoreAllMocks());

describe('audio player', () => {
  it('draws the waveform and marks the played part', () => {
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

  it('keeps playing while its link is renewed, and continues with the new link once the old one fails', () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
    const onStale = vi.fn();
    const song = (link: number) => <AudioPlayer src={`/a.m4a?e=${link}`} title="Song" onStale={onStale} />;
    const { container, rerender } = render(song(1));
    rerender(song(2));
    const audio = container.querySelector('audio') as HTMLAudioElement;
    expect(audio).toHaveAttribute('src', '/a.m4a?e=2');
    fireEvent.play(audio);
    audio.currentTime = 42;
    fireEvent.timeUpdate(audio);
    rerender(song(3));
    expect(audio).toHaveAttribute('src', '/a.m4a?e=2');
    expect(onStale).not.toHaveBeenCalled();
    audio.currentTime = 0;
    fireEvent.error(audio);
    expect(onStale).toHaveBeenCalledTimes(1);
    expect(audio).toHaveAttribute('src', '/a.m4a?e=3');
    expect(audio.currentTime).toBe(42);
    expect(play).toHaveBeenCalledTimes(1);
  });

  it('starts with a new link if the first one had expired', () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
    const { container, rerender } = render(<AudioPlayer src="/a.m4a?e=1" title="Song" />);
    const audio = container.querySelector('audio') as HTMLAudioElement;
    fireEvent.play(audio);
    fireEvent.error(audio);
    expect(play).not.toHaveBeenCalled();
    rerender(<AudioPlayer src="/a.m4a?e=2" title="Song" />);
    expect(audio).toHaveAttribute('src', '/a.m4a?e=2');
    expect(play).toHaveBeenCalledTimes(1);
  });

  it('shows a plain line if there is no waveform', () => {
    const { container } = render(<AudioPlayer src="/a.m4a" title="Song" seconds={100} />);
    expect(container.querySelector('rect')).toBeNull();
    expect(screen.getByRole('slider')).toBeInTheDocument();
  });
});
