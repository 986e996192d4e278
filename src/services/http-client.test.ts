import axios, { AxiosError, type InternalAxiosRequestConfig } from 'axios';
import { messageRoutes } from '@contract/conversation/message-routes';
import { settingsRoutes } from '@contract/site/settings-routes';
import { walletRoutes } from '@contract/money/wallet-routes';
import { ApiError } from './api-error';
import { createClient } from './http-client';

function clientOver(reply: { status: number; data?: unknown } | 'cut', token?: string) {
  const sent: InternalAxiosRequestConfig[] = [];
  const http = axios.create({
    adapter: (config) => {
      sent.push(config);
      if (reply === 'cut') return Promise.reject(new AxiosError('Network Error', 'ERR_NETWORK', config));
      const response = { data: reply.data, status: reply.status, statusText: '', headers: {}, config };
      if (reply.status < 300) return Promise.resolve(response);
      return Promise.reject(new AxiosError('refused', 'ERR_BAD_REQUEST', config, undefined, response));
    },
  });
  const callApi = createClient({
    baseUrl: 'http://api.test',
    getToken: () => token,
    headers: { 'x-forwarded-for': '203.0.113.7' },
    http: () => Promise.resolve(http),
  });
  return { callApi, sent, http };
}

describe('the client', () => {
  it('fills the path, sends the query, the raw token and JSON, and opens the envelope', async () => {
    const { callApi, sent } = clientOver({ status: 200, data: { status: 0, data: { data: [], total: 0 } } }, 'abc');
    const reply = await callApi(messageRoutes.listMessages, { params: { id: 'a/b' }, query: { limit: 25 } });
    expect(reply).toEqual({ data: [], total: 0 });
    const [request] = sent;
    expect(request).toMatchObject({ method: 'get', url: '/messages/conversations/a%2Fb', params: { limit: 25 } });
    expect(request?.headers.toJSON()).toMatchObject({
      Authorization: 'abc',
      'Content-Type': 'application/json',
      'x-forwarded-for': '203.0.113.7',
    });
  });

  describe('without a network', () => {
    const setOnline = (isOnline: boolean) =>
      Object.defineProperty(window.navigator, 'onLine', { value: isOnline, configurable: true });
    afterEach(() => setOnline(true));
    const tip = (callApi: ReturnType<typeof clientOver>['callApi']) =>
      callApi(walletRoutes.tipPerformer, { params: { id: 'a' }, body: { price: 5 } });

    it('says that nothing was sent', async () => {
      setOnline(false);
      const { callApi } = clientOver('cut');
      const sent = { status: 0, message: 'You’re offline. Nothing was sent.' };
      await expect(tip(callApi)).rejects.toMatchObject(sent);
      await expect(callApi(settingsRoutes.getSettings)).rejects.toMatchObject({ message: 'You’re offline.' });
      const http = () => Promise.reject(new Error('Loading chunk 12 failed.'));
      await expect(tip(createClient({ baseUrl: '', getToken: () => undefined, http }))).rejects.toMatchObject(sent);
    });

    it('claims nothing of what had left before it went', async () => {
      const { http } = clientOver('cut');
      const goOffline = async () => {
        setOnline(false);
        return http;
      };
      const callApi = createClient({ baseUrl: '', getToken: () => undefined, http: goOffline });
      await expect(tip(callApi)).rejects.toMatchObject({ status: 0, hasOwnMessage: false });
    });

    it('takes an answer that comes all the same for one', async () => {
      setOnline(false);
      const { callApi } = clientOver({ status: 422, data: { message: 'Too little.' } });
      await expect(tip(callApi)).rejects.toMatchObject({ status: 422, message: 'Too little.' });
    });
  });

  it('asks in the name of who was here when it was called, however long the library takes', async () => {
    const { sent, http } = clientOver({ status: 200, data: { status: 0 } });
    let token = 'first';
    const callApi = createClient({
      baseUrl: 'http://api.test',
      getToken: () => token,
      http: async () => {
        token = 'second';
        return http;
      },
    });
    await callApi(settingsRoutes.getSettings);
    expect(sent[0]?.headers.get('Authorization')).toBe('first');
  });

  it('waits for a read as long as it was told, for what changes something until it is answered', async () => {
    const { sent, http } = clientOver({ status: 200, data: { status: 0 } });
    const options = { baseUrl: 'http://api.test', getToken: () => 'abc', http: async () => http };
    const callApi = createClient({ ...options, readLimitMs: 5_000 });
    await callApi(settingsRoutes.getSettings);
    await callApi(messageRoutes.deleteMessage, { params: { id: 'a' } });
    expect(sent.map(({ timeout }) => timeout)).toEqual([5_000, 0]);
  });

  it.each([
    ['a GET', settingsRoutes.getSettings, null],
    ['a DELETE', messageRoutes.deleteMessage, '{}'],
    ['a POST', messageRoutes.createConversation, '{}'],
  ])('wire 1.4: %s goes out with its content type', async (_which, route, body) => {
    const headers: Record<string, string> = {};
    const bodies: unknown[] = [];
    jest.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation((name, value) => {
      headers[name] = value;
    });
    jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function send(this: XMLHttpRequest, sent) {
      bodies.push(sent);
      this.dispatchEvent(new ProgressEvent('error'));
    });
    const callApi = createClient({ baseUrl: 'http://api.test', getToken: () => 'abc' });
    await expect(callApi(route as typeof settingsRoutes.getSettings)).rejects.toMatchObject({ status: 0 });
    expect(headers).toMatchObject({ 'Content-Type': 'application/json', Authorization: 'abc' });
    expect(bodies).toEqual([body]);
    jest.restoreAllMocks();
  });

  it('says of a visitor that there is no token', async () => {
    const { callApi, sent } = clientOver({ status: 200, data: { data: {} } });
    await callApi(settingsRoutes.getSettings);
    expect(sent[0]?.headers.get('Authorization')).toBe('null');
  });

  it('marks money calls with their key', async () => {
    const { callApi, sent } = clientOver({ status: 200, data: { data: {} } }, 'abc');
    const [route] = Object.values(walletRoutes);
    await callApi(
      route as typeof walletRoutes.tipPerformer,
      { params: { id: '1' }, body: { price: 5 } },
      { idempotencyKey: 'k1' },
    );
    expect(sent[0]?.headers.get('Idempotency-Key')).toBe('k1');
    await callApi(settingsRoutes.getSettings);
    expect(sent[1]?.headers.has('Idempotency-Key')).toBe(false);
  });

  it('is null where a reply has no data', async () => {
    await expect(clientOver({ status: 204 }).callApi(settingsRoutes.getSettings)).resolves.toBeNull();
  });

  it('throws the parsed body of a refusal', async () => {
    const body = { statusCode: 422, error: 'NOT_ENOUGH_BALANCE', message: 'Your wallet has too little.' };
    const refused = clientOver({ status: 422, data: body }).callApi(settingsRoutes.getSettings);
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    await expect(refused).rejects.toMatchObject({
      status: 422,
      code: 'NOT_ENOUGH_BALANCE',
      message: body.message,
      body,
    });
  });

  it('throws status 0 when no reply came', async () => {
    await expect(clientOver('cut').callApi(settingsRoutes.getSettings)).rejects.toMatchObject({
      status: 0,
      message: 'Something went wrong, please try again later',
    });
  });
});
