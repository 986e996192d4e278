import type { APIRequestContext } from '@playwright/test';
import { apiUrl, demoToken, follow, makeFan } from './accounts';

const creatorName = 'junoparkreyes';

interface Side {
  token: string;
}

export async function beginConversation(request: APIRequestContext, texts: readonly string[] = []) {
  const fan = await makeFan(request, 'Robin Vale');
  const creator: Side = { token: await demoToken(request, creatorName) };
  await follow(request, fan, creatorName);
  const me = await request.get(`${apiUrl}/users/me`, { headers: { Authorization: fan.token } });
  const { data: user } = (await me.json()) as { data: { _id: string } };
  const opened = await request.post(`${apiUrl}/conversations`, {
    headers: { Authorization: creator.token },
    data: { source: 'user', sourceId: user._id },
  });
  const { data: conversation } = (await opened.json()) as { data: { _id: string } };
  const path = `/messages/${conversation._id}`;
  const say = async (by: Side, text: string) => {
    await request.post(`${apiUrl}/messages/conversations/${conversation._id}`, {
      headers: { Authorization: by.token },
      data: { text },
    });
  };
  const read = async (by: Side) => {
    await request.post(`${apiUrl}/messages/read-all/${conversation._id}`, { headers: { Authorization: by.token } });
  };
  for (const text of texts) await say(creator, text);
  return { fan, creator, path, say, read };
}

export const numbered = (count: number, word = 'Line'): string[] =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);
