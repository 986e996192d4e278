import { readFileSync } from 'node:fs';
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { demoPassword, fresh } from './fixtures';
import { admin, demoOperator } from './operator';

export const apiUrl = `http://localhost:${process.env.E2E_API_PORT ?? '3101'}`;

interface Account {
  name: string;
  username: string;
  token: string;
  apiUrl: string;
}

export interface LogIn {
  /** Or the email. */
  username: string;
  password: string;
}

interface Place {
  apiUrl: string;
  operator: LogIn;
}

const here: Place = { apiUrl, operator: { username: demoOperator, password: demoPassword } };

const known = new Map<string, Promise<string>>();

async function askForToken(
  request: APIRequestContext,
  { username, password, url }: LogIn & { url: string },
): Promise<string> {
  const reply = await request.post(`${url}/auth/login`, { data: { username, password, remember: true } });
  const { data } = (await reply.json()) as { data: { token: string } };
  return data.token;
}

export function demoToken(request: APIRequestContext, username: string): Promise<string> {
  const asked = known.get(username) ?? askForToken(request, { username, password: demoPassword, url: apiUrl });
  known.set(username, asked);
  return asked;
}

/** A fan without follows, with an empty wallet, who has already dismissed the questions for new fans. */
export async function makeFan(
  request: APIRequestContext,
  name = 'Robin Vale',
  { apiUrl: url }: Pick<Place, 'apiUrl'> = here,
): Promise<Account> {
  const username = fresh('fan');
  const password = 'a few words in a row';
  await request.post(`${url}/auth/users/register`, {
    data: { name, username, email: `${username}@example.test`, password, isOfAge: true },
  });
  const token = await askForToken(request, { username, password, url });
  await request.put(`${url}/users/follow-popup-status`, { headers: { Authorization: token }, data: {} });
  return { name, username, token, apiUrl: url };
}

export async function makeCreator(
  request: APIRequestContext,
  name = 'Mara Quill',
  { apiUrl: url, operator }: Place = here,
): Promise<Account> {
  const username = fresh('maker');
  const password = 'a few words in a row';
  const paper = { name: 'paper.webp', mimeType: 'image/webp', buffer: readFileSync('public/art/leo.webp') };
  await request.post(`${url}/auth/performers/register`, {
    multipart: {
      username,
      email: `${username}@example.test`,
      password,
      name,
      gender: 'female',
      dateOfBirth: '1990-05-04',
      idVerification: paper,
      documentVerification: paper,
    },
  });
  const token = await askForToken(request, { username, password, url });
  await approve(request, { token, url, operator });
  return { name, username, token, apiUrl: url };
}

/** Approves a creator as the console does. The operator logs in for it, because opening documents needs a recent log-in. */
async function approve(
  request: APIRequestContext,
  { token, url, operator }: { token: string; url: string; operator: LogIn },
): Promise<void> {
  const me = await request.get(`${url}/performers/me`, { headers: { Authorization: token } });
  const { _id: id } = ((await me.json()) as { data: { _id: string } }).data;
  const headers = { Authorization: await askForToken(request, { ...operator, url }) };
  const opened = await request.post(`${url}/admin/review/${id}/documents`, { headers, data: {} });
  const { revision } = ((await opened.json()) as { data: { revision: string } }).data;
  const decision = { decision: 'approved', revision };
  const reply = await request.post(`${url}/admin/review/${id}/decision`, { headers, data: decision });
  if (!reply.ok()) throw new Error(`The creator was not approved: ${await reply.text()}`);
}

export async function enter(context: BrowserContext, baseURL: string | undefined, token: string): Promise<void> {
  await context.addCookies([{ name: 'token', value: token, url: baseURL ?? 'http://localhost:3100' }]);
}

interface Listed {
  _id: string;
  slug: string;
}

export async function follow(request: APIRequestContext, { token }: Account, creator: string): Promise<void> {
  const reply = await request.get(`${apiUrl}/performers/${creator}`);
  const { data } = (await reply.json()) as { data: { _id: string } };
  await request.post(`${apiUrl}/follows/${data._id}`, { headers: { Authorization: token } });
}

/** Finds a demo post by how its slug ends: slugs begin with a time that differs in each run. */
export async function postPath(request: APIRequestContext, ending: string): Promise<string> {
  // Pages overlap, because items deleted meanwhile move the rest up.
  for (let offset = 0; ; offset += 80) {
    const reply = await request.get(`${apiUrl}/user/feeds`, { params: { limit: 100, offset } });
    const { data } = (await reply.json()) as { data: { data: Listed[] } };
    const found = data.data.find(({ slug }) => slug.endsWith(`-${ending}`));
    if (found) return `/post/${found.slug}`;
    if (data.data.length < 100) throw new Error(`No demo post ends with ${ending}`);
  }
}

/** Publishes a short public post. @returns a function that deletes it */
export async function publish(request: APIRequestContext, token: string, text: string): Promise<() => Promise<void>> {
  const headers = { Authorization: token };
  const reply = await request.post(`${apiUrl}/performer/feeds`, {
    headers,
    data: { type: 'text', text, isSale: true, price: 0, status: 'active' },
  });
  const { data } = (await reply.json()) as { data: { _id: string } };
  return async () => void (await request.delete(`${apiUrl}/performer/feeds/${data._id}`, { headers }));
}

/** An operator who has just logged in. */
export async function makeOperator(request: APIRequestContext, role: string, name = 'Sana Whitfield') {
  const operator = await makeFan(request, name);
  await admin('operator', `${operator.username}@example.test`, role);
  return operator;
}
