import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { servePage } from '@/composition/serve-page';
import { createServerClient } from '@/composition/server-client';

jest.mock('@/composition/server-client');

/** As many as are loaded at a time. */
const AT_ONCE = 16;

it('R-10: for a visitor who has gone while waiting for a turn no page is loaded', async () => {
  let asked = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const callApi = (async () => {
    asked += 1;
    await gate;
    return {};
  }) as never;
  jest.mocked(createServerClient).mockReturnValue({ callApi, token: 'a', address: '', forgetToken: () => undefined });
  const visit = () => {
    const request = new IncomingMessage(new Socket());
    const response = new ServerResponse(request);
    const served = servePage({ page: undefined, path: '/', query: {}, request, response });
    const leave = () => {
      Object.defineProperty(response, 'closed', { value: true });
      response.emit('close');
    };
    return { leave, served: served.then(leave) };
  };
  const loading = Array.from({ length: AT_ONCE }, visit);
  const waiting = Array.from({ length: 10 }, visit);
  await new Promise((resolve) => setImmediate(resolve));
  const before = asked;
  for (const { leave } of waiting) leave();
  open();
  await Promise.all([...loading, ...waiting].map(({ served }) => served));
  expect(before).toBeGreaterThanOrEqual(AT_ONCE);
  expect(asked).toBe(before);
});
