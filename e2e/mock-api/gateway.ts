import type { ServerResponse } from 'node:http';
import { fail, settle } from './payments';
import type { World } from './state';

/** The page of a payment gateway, which redirects back to the site. Reloading it does not pay twice. */
export function gatewayPage(world: World, method: string, url: URL, response: ServerResponse): void {
  const [, , id, choice] = url.pathname.split('/');
  const transaction = world.transactions.find(({ _id }) => _id === id);
  if (!transaction) {
    response.statusCode = 404;
    return void response.end('No such payment');
  }
  if (method === 'POST') {
    const path = choice === 'pay' ? settle(world, transaction) : fail(world, transaction, 'canceled');
    response.statusCode = 303;
    response.setHeader('Location', `${world.siteUrl}${path}`);
    return void response.end();
  }
  const button = (to: string, text: string) =>
    `<form method="post" action="/gateway/${transaction._id}/${to}"><button>${text}</button></form>`;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(
    `<!doctype html><html lang="en"><head><title>Payment house</title><link rel="icon" href="data:,"></head><body>
    <h1>Pay $${transaction.totalPrice.toFixed(2)}</h1>${button('pay', 'Pay now')}${button('cancel', 'Cancel')}</body></html>`,
  );
}
