/** Milliseconds an outside service may take. */
const TIMEOUT_MS = 5_000;

/** An outside service answered, but not with 200. */
export class UnexpectedStatus extends Error {
  override readonly name = 'UnexpectedStatus';

  constructor(
    host: string,
    readonly status: number,
  ) {
    super(`${host} answered ${status}`);
  }
}

/** Reads JSON from an outside service. @throws when it does not answer in time, or not with 200 and JSON. */
export const getJson = (url: string, timeoutMs = TIMEOUT_MS): Promise<unknown> =>
  request(url, { headers: { accept: 'application/json', 'user-agent': 'creator-platform' } }, timeoutMs);

/** Posts a form to an outside service. @throws when it does not answer in time, or not with 200 and JSON. */
export const postForm = (url: string, fields: Record<string, string>): Promise<unknown> =>
  request(url, { method: 'POST', body: new URLSearchParams(fields) }, TIMEOUT_MS);

/** Sends JSON to an outside service. @throws when it does not answer in time, or not with 2xx and JSON. */
export const sendJson = (
  url: URL,
  { body, headers, method }: { method: 'POST' | 'DELETE'; headers: Record<string, string>; body: object },
): Promise<unknown> =>
  request(
    url,
    { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) },
    TIMEOUT_MS,
  );

async function request(url: string | URL, init: RequestInit, timeoutMs: number): Promise<unknown> {
  // A redirect could lead anywhere, and none of these services has reason for one.
  const reply = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!reply.ok) {
    await reply.body?.cancel();
    throw new UnexpectedStatus(new URL(url).host, reply.status);
  }
  return reply.json();
}
