import { fireEvent, render, screen } from '@testing-library/react';
import { AudioPlayer } from './audio-player';
import { VideoPlayer } from './video-player';

const load = () => vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);

const players = {
  video: (src: string) => <VideoPlayer src={src} title="Tide" width={1280} height={720} />,
  recording: (src: string) => <AudioPlayer src={src} title="Tide" />,
};

describe.each(Object.keys(players) as (keyof typeof players)[])('a %s whose URL fails', (what) => {
  const show = (src = '/refused') => {
    const shown = render(players[what](src));
    const element = shown.container.querySelector('video, audio')!;
    return { ...shown, element };
  };

  it('is replaced by a message with a button to reload', () => {
    const asked = load();
    const { element } = show();
    expect(screen.queryByRole('status')).toBeNull();
    fireEvent.error(element);
    expect(screen.getByRole('status')).toHaveTextContent(`This ${what} didn’t load.`);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is shown again when it gets a new link', () => {
    const { element, rerender } = show('/tide?e=1');
    fireEvent.error(element);
    rerender(players[what]('/tide?e=2'));
    expect(screen.queryByRole('status')).toBeNull();
    expect(element).toHaveAttribute('src', '/tide?e=2');
  });
});
