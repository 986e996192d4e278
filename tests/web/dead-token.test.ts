import { routes } from '@contract/index';
import type { EndpointName } from '@contract/schemas';
import { loadPage } from '@/composition/load-page';
import { ApiError } from '@/services/api-error';
import type { CallApi } from '@/services/http-client';
import { getPage, pages } from '../harness/pages';

/** Responses of our API and of compatible backends to an invalid token. Wire contract 1.3, 1.4 and 6. */
const refusals = {
  'our API with 401': new ApiError(401, { statusCode: 401, message: 'Unauthorized' }),
  'a compatible backend with 403': new ApiError(403, {
    statusCode: 403,
    message: 'Forbidden resource',
    error: 'Forbidden',
  }),
};

/** With an invalid token, every call that reads the token fails. Guests get responses. */
function backend(refusal: ApiError) {
  let token: string | undefined = 'dead';
  const refused: EndpointName[] = [];
  const callApi = (async (route) => {
    const { access } = routes[route.name];
    const isRead = access !== 'public';
    if (isRead && (token !== undefined || access !== 'optional')) {
      refused.push(route.name);
      throw refusal;
    }
    return { data: [], total: 0 };
  }) as CallApi;
  return { callApi, token, refused, dropToken: () => void (token = undefined) };
}

describe.each(Object.entries(refusals))('a page opened with an invalid token, rejected by %s', (_how, refusal) => {
  it('exists for most addresses, so that the test below covers them', () => expect(pages.length).toBeGreaterThan(40));

  it.each(pages)('%s renders as for a guest, or redirects to the login', async (pattern, file) => {
    const page = await getPage(file);
    const request = backend(refusal);
    const query = { profileId: 'mira', id: 'a00000000000000000000001', q: 'paper' };
    const address = `${pattern}?a=1`;
    const loaded = await loadPage(page, address, query, request);
    expect(loaded.hasEnded).toBe(true);
    const isPrivate = page.authenticate || page.onlyPerformer;
    const login = `/auth/login?returnTo=${encodeURIComponent(address)}&notice=session-ended`;
    expect(loaded.redirect).toBe(isPrivate ? login : undefined);
    // Only the check of the token may be rejected, none of the page's own calls.
    const others = request.refused.filter((name) => name !== 'getMe' && routes[name].access === 'optional');
    expect(others).toEqual([]);
  });
});
