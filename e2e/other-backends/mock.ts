import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { fresh } from '../fixtures';
import type { Fault } from '../mock-api/faults';
import type { ProfileName } from '../mock-api/profiles';
import type { CallRecord, Charge, Message, Subscription, Transaction } from '../mock-api/state';
import { backends } from './ports';

export interface Account {
  _id: string;
  name: string;
  username: string;
  password: string;
  token: string;
}

export interface Creator extends Account {
  /** In order of publishing: public, for subscribers, for sale, with a poll. */
  feeds: { _id: string; slug: string; text: string }[];
}

interface Books {
  balance: number;
  charges: Charge[];
  transactions: Transaction[];
  subscriptions: Subscription[];
  messages: Message[];
}

export interface Mock {
  url: string;
  /** @param about `card`: last four digits of a card to save, ignored if the gateway saves none */
  makeFan(about?: { name?: string; balance?: number; card?: string; page?: object }): Promise<Account>;
  makeCreator(about?: { name?: string; page?: object; balance?: number }): Promise<Creator>;
  /** Makes the next matching call fail, for any account unless `personId` is set. */
  arm(fault: Fault): Promise<void>;
  /** Calls of this test's accounts since it started; with `anonymous`, also guests' calls from all tests. */
  readLog(options?: { anonymous?: boolean }): Promise<CallRecord[]>;
  readBooks(person: Account): Promise<Books>;
  control(path: string, body: object): Promise<unknown>;
}

export function connectMock(request: APIRequestContext, name: ProfileName): Mock {
  const url = `http://localhost:${backends.find((backend) => backend.name === name)?.apiPort}`;
  const since = Date.now();
  const mine = new Set<string | undefined>();
  const control = async <Reply>(path: string, body: object): Promise<Reply> =>
    (await (await request.post(`${url}/__mock${path}`, { data: body })).json()) as Reply;
  const read = async <Reply>(path: string): Promise<Reply> =>
    (await (await request.get(`${url}/__mock${path}`)).json()) as Reply;
  const make = async <Made extends Account>(path: string, prefix: string, about: object): Promise<Made> => {
    const made = await control<Made>(path, { username: fresh(prefix), ...about });
    mine.add(made.token);
    return made;
  };
  return {
    url,
    control,
    makeFan: (about = {}) => make('/fans', 'fan', { name: 'Robin Vale', ...about }),
    makeCreator: (about = {}) => make('/creators', 'creator', { name: 'Mira Okafor', ...about }),
    arm: async (fault) => void (await control('/faults', fault)),
    readLog: async ({ anonymous = false } = {}) =>
      (await read<CallRecord[]>(`/log?since=${since}`)).filter(
        ({ role, token }) => mine.has(token) || (anonymous && role === 'anonymous'),
      ),
    readBooks: (person) => read(`/books?personId=${person._id}`),
  };
}

export async function enterAs(context: BrowserContext, baseURL: string | undefined, account: Account): Promise<void> {
  await context.addCookies([{ name: 'token', value: account.token, url: baseURL ?? '' }]);
}
