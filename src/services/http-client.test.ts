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

describe('HTTP client', () => {
  it("fills the path, sends query, raw token and JSON, and returns the envelope's data", async () => {
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

  describe('offline', () => {
    const setOnline = (isOnline: boolean) =>
      Object.defineProperty(window.navigator, 'onLine', { value: isOnline, configurable: true });
    afterEach(() => setOnline(true));
    const tip = (callApi: ReturnType<typeof clientOver>['callApi']) =>
      callApi(walletRoutes.tipPerformer, { params: { id: 'a' }, body: { price: 5 } });

    it('rejects with the text that nothing was sent', async () => {
      setOnline(false);
      const { callApi } = clientOver('cut');
      const sent = { status: 0, message: 'You’re offline. Nothing was sent.' };
      await expect(tip(callApi)).rejects.toMatchObject(sent);
      await expect(callApi(settingsRoutes.getSettings)).rejects.toMatchObject({ message: 'You’re offline.' });
      const http = () => Promise.reject(new Error('Loading chunk 12 failed.'));
      await expect(tip(createClient({ baseUrl: '', getToken: () => undefined, http }))).rejects.toMatchObject(sent);
    });

    it('does not say that nothing was sent if the request was sent before the connection was lost', async () => {
      const { http } = clientOver('cut');
      const goOffline = async () => {
        setOnline(false);
        return http;
      };
      const callApi = createClient({ baseUrl: '', getToken: () => undefined, http: goOffline });
      await expect(tip(callApi)).rejects.toMatchObject({ status: 0, hasOwnMessage: false });
    });

    it('accepts a response that arrives anyway', async () => {
      setOnline(false);
      const { callApi } = clientOver({ status: 422, data: { message: 'Too little.' } });
      await expect(tip(callApi)).rejects.toMatchObject({ status: 422, message: 'Too little.' });
    });
  });

  it('uses the token at the time of the call, however long axios takes to load', async () => {
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

  it('applies the time limit only to reads', async () => {
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
  ])('wire 1.4: %s is sent with its content type', async (_which, route, body) => {
    const headers: Record<string, string> = {};
    const bodies: unknown[] = [];
    vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation((name, value) => {
      headers[name] = value;
    });
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function send(this: XMLHttpRequest, sent) {
      bodies.push(sent);
      this.dispatchEvent(new ProgressEvent('error'));
    });
    const callApi = createClient({ baseUrl: 'http://api.test', getToken: () => 'abc' });
    await expect(callApi(route as typeof settingsRoutes.getSettings)).rejects.toMatchObject({ status: 0 });
    expect(headers).toMatchObject({ 'Content-Type': 'application/json', Authorization: 'abc' });
    expect(bodies).toEqual([body]);
    vi.restoreAllMocks();
  });

  it('sends `null` as the token of a guest', async () => {
    const { callApi, sent } = clientOver({ status: 200, data: { data: {} } });
    await callApi(settingsRoutes.getSettings);
    expect(sent[0]?.headers.get('Authorization')).toBe('null');
  });

  it('sends the idempotency key of money calls', async () => {
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

  it('resolves to null if a reply has no data', async () => {
    await expect(clientOver({ status: 204 }).callApi(settingsRoutes.getSettings)).resolves.toBeNull();
  });

  it('throws the parsed body of a rejection', async () => {
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

  it('throws an error with status 0 if no response arrived', async () => {
    await expect(clientOver('cut').callApi(settingsRoutes.getSettings)).rejects.toMatchObject({
      status: 0,
      message: 'Something went wrong, please try again later',
    });
  });
});
