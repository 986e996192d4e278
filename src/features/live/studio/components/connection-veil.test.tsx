import { act, screen } from '@testing-library/react';
import { settingsLoaded } from '@/features/site/settings/settings-slice';
import { host, toSeat } from '../../../../../tests/factories/live-studio';
import { renderWithStore } from '../../../../../tests/harness/render-with-store';
import { studioFeature } from '../studio-feature';
import * as studio from '../studio-slice';
import { ConnectionVeil } from './connection-veil';

it.each([
  ['is promised if the engine reports the picture', {}, true],
  ['is not promised with Agora, which does not', { agoraEnable: true }, false],
  ['is not promised with LiveKit, which does not', { livekitUrl: 'wss://live.test' }, false],
])('a free pause of a private show %s', (_where, engine, isPromised) => {
  const { store } = renderWithStore(<ConnectionVeil onEnd={vi.fn()} />, { features: [studioFeature], user: host });
  const { conversationId, streamId, sessionId, price } = toSeat();
  const startedAt = new Date().toISOString();
  act(() => {
    store.dispatch(settingsLoaded({ ...store.getState().settings.values, ...engine }));
    store.dispatch(studio.publicationChanged({ state: 'lost', at: Date.now() }));
    store.dispatch(
      studio.privateShowChanged({
        seatId: 'a1',
        conversationId,
        streamId,
        sessionId,
        user: null,
        price,
        startedAt,
        minutes: 1,
        earned: null,
      }),
    );
  });
  expect(screen.getByText(/Your show ends/).textContent?.includes('Nobody pays')).toBe(isPromised);
});
