import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CreatedKey } from '@/features/identity/api-key/components/created-key';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { WebhookList } from './components/webhook-list';
import { webhookFeature } from './webhook-feature';
import { webhooksRequested } from './webhook-slice';

const endpoint = {
  _id: 'a00000000000000000000001',
  url: 'https://shop.example.test/hooks',
  events: ['tip.received'],
  isOn: true,
  offReason: null,
  failingSince: null,
  createdAt: '2026-11-01T09:00:00.000Z',
};
const delivery = {
  _id: 'b00000000000000000000001',
  event: 'tip.received',
  status: 'failed',
  attempts: 8,
  replyStatus: 500,
  replyText: '<b>broken</b>',
  nextAttemptAt: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  deliveredAt: null,
};

async function show(answers: Answers) {
  const given = storeForTest({ features: [webhookFeature], answers, user: { isPerformer: true } });
  renderWithStore(<WebhookList audience="creator" Secret={CreatedKey} />, { given });
  act(() => void given.store.dispatch(webhooksRequested()));
  await act(settle);
  return given;
}
const listed = (data: object[]) => () => ({ data, total: data.length, events: ['tip.received', 'message.received'] });
const press = async (name: string | RegExp) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};

it('adds an endpoint with the chosen events, and shows its secret until it is saved', async () => {
  const { calls } = await show({
    listWebhookEndpoints: listed([]),
    createWebhookEndpoint: () => ({ ...endpoint, secret: 'whsec_secret' }),
  });
  await press('Add endpoint');
  await userEvent.type(screen.getByLabelText('Address of your server'), endpoint.url);
  await userEvent.click(screen.getByLabelText('New message, without its text'));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add endpoint' }));
  await act(settle);
  expect(calls.find(({ name }) => name === 'createWebhookEndpoint')?.input?.body).toEqual({
    url: endpoint.url,
    events: ['tip.received'],
  });
  expect(screen.getByText('whsec_secret')).toBeVisible();
});

it('shows what a server replied as text, and why a replay was refused', async () => {
  await show({
    listWebhookEndpoints: listed([endpoint]),
    listWebhookDeliveries: () => ({ data: [delivery], total: 1 }),
    replayWebhookDelivery: () => {
      throw new ApiError(422, { statusCode: 422, error: 'WEBHOOK_OFF', message: 'This endpoint is turned off.' });
    },
  });
  await press(/^More for/);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Deliveries' }));
  await act(settle);
  expect(screen.getByText('<b>broken</b>')).toBeVisible();
  expect(screen.getByText(/8 attempts · Reply 500/)).toBeVisible();
  await press('Replay Tip');
  expect(screen.getByRole('alert')).toHaveTextContent('This endpoint is turned off.');
});

it('says that the server turned an endpoint off, and turns it on', async () => {
  const { calls } = await show({
    listWebhookEndpoints: listed([{ ...endpoint, isOn: false, offReason: 'failing' }]),
    updateWebhookEndpoint: () => endpoint,
  });
  expect(screen.getByText('Turned off: it stopped accepting')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send a test' })).toBeDisabled();
  await press(/^More for/);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Turn on' }));
  await act(settle);
  expect(calls.find(({ name }) => name === 'updateWebhookEndpoint')?.input?.body).toEqual({ isOn: true });
});

it('changes the events of an endpoint, and keeps the choice after a refusal', async () => {
  let stored = endpoint;
  let isDown = true;
  const { calls } = await show({
    listWebhookEndpoints: () => ({ data: [stored], total: 1, events: ['tip.received', 'message.received'] }),
    updateWebhookEndpoint: ({ body }) => {
      if (isDown) throw new ApiError(503, { statusCode: 503, message: 'Not now.' });
      stored = { ...stored, ...(body as object) };
      return stored;
    },
  });
  await press(/^More for/);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Events' }));
  await userEvent.click(screen.getByLabelText('New message, without its text'));
  await press('Save');
  expect(screen.getByRole('alert')).toHaveTextContent('Not now.');
  isDown = false;
  await press('Save');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(calls.filter(({ name }) => name === 'updateWebhookEndpoint').map(({ input }) => input?.body)).toEqual([
    { events: ['tip.received', 'message.received'] },
    { events: ['tip.received', 'message.received'] },
  ]);
});

it('removes an endpoint only once asked', async () => {
  let stored = [endpoint];
  const { calls } = await show({
    listWebhookEndpoints: () => ({ data: stored, total: stored.length, events: ['tip.received'] }),
    deleteWebhookEndpoint: () => {
      stored = [];
      return { deleted: true };
    },
  });
  await press(/^More for/);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Remove' }));
  expect(calls.some(({ name }) => name === 'deleteWebhookEndpoint')).toBe(false);
  await press('Remove endpoint');
  expect(screen.getByText('No webhooks yet')).toBeVisible();
});

describe('an act that ends while the sheet of another endpoint is open', () => {
  const other = { ...endpoint, _id: 'a00000000000000000000002', url: 'https://other.example.test/hooks' };
  const refusal = new ApiError(503, { statusCode: 503, message: 'Not now.' });

  async function testAndOpenOther() {
    let endTest: (end: () => object) => void = () => undefined;
    let refuse: (error: Error) => void = () => undefined;
    await show({
      listWebhookEndpoints: listed([endpoint, other]),
      testWebhookEndpoint: async () => (await new Promise<() => object>((resolve) => (endTest = resolve)))(),
      updateWebhookEndpoint: () => new Promise((_resolve, reject) => (refuse = reject)),
    });
    await userEvent.click(screen.getAllByRole('button', { name: 'Send a test' })[0]!);
    await press(`More for ${other.url}`);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Events' }));
    const end = (how: () => void) =>
      act(async () => {
        how();
        await settle();
      });
    return {
      endTest: (how: () => object) => end(() => endTest(how)),
      refuseEvents: () => end(() => refuse(refusal)),
    };
  }

  it('leaves the sheet and its choice, and the failure of its own act', async () => {
    const { endTest, refuseEvents } = await testAndOpenOther();
    const choice = screen.getByLabelText('New message, without its text');
    await userEvent.click(choice);
    await press('Save');
    await endTest(() => ({ ...delivery, status: 'delivered' }));
    expect(screen.getByRole('dialog', { name: 'Events' })).toBeVisible();
    await refuseEvents();
    expect(screen.getByRole('alert')).toHaveTextContent('Not now.');
    expect(choice).toBeChecked();
  });

  it('shows its failure after the sheet closes', async () => {
    const { endTest } = await testAndOpenOther();
    await endTest(() => {
      throw refusal;
    });
    await press('Save');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Not now.');
  });
});
