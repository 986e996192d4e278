const TIMEOUT_MS = 5_000;

/** A third-party service replied with a status other than 2xx. */
export class UnexpectedStatus extends Error {
  override readonly name = 'UnexpectedStatus';

  constructor(
    host: string,
    readonly status: number,
  ) {
    super(`${host} answered ${status}`);
  }
}

/** @throws Error if there is no reply in time, or if it is not 2xx with JSON. */
export const getJson = (url: string, timeoutMs = TIMEOUT_MS): Promise<unknown> =>
  request(url, { headers: { accept: 'application/json', 'user-agent': 'creator-platform' } }, timeoutMs);

/** @throws like {@link getJson}. */
export const postForm = (url: string, fields: Record<string, string>): Promise<unknown> =>
  request(url, { method: 'POST', body: new URLSearchParams(fields) }, TIMEOUT_MS);

/** @throws like {@link getJson}. */
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
  // Redirects are errors: they could lead anywhere, and none of these services needs them.
  const reply = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  if (!reply.ok) {
    await reply.body?.cancel();
    throw new UnexpectedStatus(new URL(url).host, reply.status);
  }
  return reply.json();
}
