/**
 * Several reads in one call: an extension of the reference API, for a web server that needs them for one page. `POST` of
 * `{ paths }` is answered by a list of `{ status, body }` in their order. A reply that carries the header tells where.
 */
export const batch = { header: 'x-batch', path: '/batch', most: 12 } as const;
