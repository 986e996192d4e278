import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildProduct } from '../../../../tests/factories/assets';
import { buildCard, buildSale, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { readPdf } from '../../../../tests/harness/read-pdf';
import { accounts } from '../../../db/schema/accounts';
import { items } from '../../../db/schema/items';
import { inTransaction } from '../../../db/transaction';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  await app.services.settings.write('companyName', 'Ovela GmbH');
  await app.services.settings.write('companyAddress', 'Gasse 1\n1010 Wien');
  await app.services.settings.write('companyTaxId', 'VAT ATU12345678');
});
afterAll(() => app.close());
beforeEach(async () => {
  creator = await buildPerformer(app, { name: 'Noor Halim' });
  fan = await buildUser(app, { name: 'Zoë Ivanova', wallet: cents(100_000) });
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));

const link = (id: string, as = fan.token) => app.call('getReceiptFile', { as, params: { id } });
const open = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ method: 'GET', url: url.replace('http://api.test', ''), headers });
async function download(id: string) {
  const { data } = await link(id);
  const reply = await open(data.url);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length);
  return { reply, pdf: await readPdf(reply.rawPayload) };
}
const number = () => app.jobs.run('number-invoices', {});
async function tip(): Promise<string> {
  const { data } = await app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price: 5 } });
  return data._id;
}
async function topUp(): Promise<string> {
  await buildCard(app, fan);
  const address = { line1: 'Rua 1', city: 'Lisboa', region: 'Lisboa', postalCode: '1100-001', country: 'PT' };
  const body = { amount: 20, address, ...(await byDefaultCard(app, fan)) };
  const { data } = await app.call('topUpWallet', { as: fan.token, body });
  return '_id' in data ? data._id : '';
}

describe('a receipt as PDF', () => {
  it('shows all facts of an invoice, and is tagged for screen readers', async () => {
    const id = await topUp();
    await number();
    const { pdf, reply } = await download(id);
    const { data: receipt } = await app.call('getReceipt', { as: fan.token, params: { id } });
    expect(receipt).toMatchObject({ taxRate: 0.23, taxAmount: 4.6 });
    expect(pdf).toMatchObject({ title: `Invoice ${receipt.number}`, language: 'en', isTagged: true });
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="invoice-${receipt.number}.pdf"`);
    expect(pdf.pages).toHaveLength(1);
    for (const text of [
      'Invoice',
      receipt.number,
      'Ovela GmbH Gasse 1 1010 Wien VAT ATU12345678',
      'Zoë Ivanova',
      'Lisboa, Portugal',
      'Visa ending in 4242',
      'Subtotal $20.00',
      'Tax 23% $4.60',
      'Total in US dollars $24.60',
      id,
    ])
      expect(pdf.pages[0]).toContain(text);
    expect([...new Set(pdf.roles)]).toEqual(
      expect.arrayContaining(['Document', 'Sect', 'H1', 'Table', 'TR', 'TH', 'TD', 'P']),
    );
    expect(pdf.roles.filter((role) => role === 'H1')).toHaveLength(1);
  });

  it('shows the end of the payment’s id until it has an invoice number', async () => {
    const id = await tip();
    const { pdf } = await download(id);
    expect(pdf.pages[0]).toContain(`Receipt number ${id.slice(-8).toUpperCase()}`);
  });

  it('states that tax was paid with the top-up, if all top-ups were taxed', async () => {
    const sentence = 'Tax was paid when the wallet was topped up.';
    const untaxed = (await download(await tip())).pdf;
    expect(untaxed.pages[0]).toContain('Tax $0.00');
    expect(untaxed.pages[0]).not.toContain('topped up');
    await topUp();
    const taxed = (await download(await tip())).pdf;
    expect(taxed.pages[0]).toContain('Tax $0.00');
    expect(taxed.pages[0]).toContain(sentence);
    // After one top-up without tax, the sentence would not be true.
    const body = { amount: 20, ...(await byDefaultCard(app, fan)) };
    await app.call('topUpWallet', { as: fan.token, body });
    expect((await download(await tip())).pdf.pages[0]).not.toContain(sentence);
  });

  it('has an invoice followed by its credit note after a refund', async () => {
    const id = await tip();
    await number();
    await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, id));
    await number();
    const { pdf } = await download(id);
    const { data } = await app.call('getReceipt', { as: fan.token, params: { id } });
    expect(pdf.pages).toHaveLength(2);
    expect(pdf.pages[0]).toMatch(/Page 1 Invoice Refunded Invoice number/);
    expect(pdf.pages[0]).toContain(`Credit note ${data.creditNoteNumber}`);
    expect(pdf.pages[1]).toContain(`This takes back invoice ${data.number}`);
    expect(pdf.pages[1]).toContain('Total refunded in US dollars −$5.00');
  });

  it('has a credit note for each partial refund, and they add up to the whole amount', async () => {
    await buildCard(app, fan);
    const body = { performerId: creator.id, type: 'monthly', ...(await byDefaultCard(app, fan)) };
    const { data } = await app.call('subscribePerformer', { as: fan.token, body });
    const id = '_id' in data ? data._id : '';
    await number();
    const { data: receipt } = await app.call('getReceipt', { as: fan.token, params: { id } });
    const give = (amount: number) =>
      inTransaction(app.context.db, (tx) => app.services.payment.refundPart(tx, { id, amount: cents(amount) }));
    await give(300);
    await number();
    const part = await download(id);
    const { data: partly } = await app.call('getReceipt', { as: fan.token, params: { id } });
    expect(part.pdf.pages).toHaveLength(2);
    expect(part.pdf.pages[0]).toContain('Invoice Refunded in part');
    expect(part.pdf.pages[0]).toContain(`Credit note ${partly.creditNoteNumber}`);
    expect(part.pdf.pages[1]).toContain(`This takes back invoice ${receipt.number}`);
    expect(part.pdf.pages[1]).toMatch(/Part of .* in part\./);
    expect(part.pdf.pages[1]).toContain('Total refunded in US dollars −$3.00');
    await inTransaction(app.context.db, (tx) => app.services.payment.takeBack(tx, { id, reason: 'Bank' }));
    const unnumbered = await download(id);
    await number();
    const whole = await download(id);
    const { data: both } = await app.call('getReceipt', { as: fan.token, params: { id } });
    expect(both.creditNoteNumber).toMatch(new RegExp(`^${partly.creditNoteNumber}, `));
    const rest = `−$${(receipt.totalPrice - 3).toFixed(2)}`;
    for (const { pdf } of [unnumbered, whole]) {
      expect(pdf.pages).toHaveLength(3);
      expect(pdf.pages[2]).toContain(`Total refunded in US dollars ${rest}`);
    }
    expect(whole.pdf.pages[0]).toContain(`Credit note ${both.creditNoteNumber}`);
  });

  it('has a page for each order of a cart that was paid by card', async () => {
    await buildCard(app, fan);
    const place = { name: 'Home', country: 'PT', state: 'Lisboa', city: 'Lisboa', zipCode: '1100-001' };
    const street = { streetNumber: '1', streetAddress: 'Rua Azul' };
    const { data: address } = await app.call('createAddress', { as: fan.token, body: { ...place, ...street } });
    const products = [
      await buildProduct(app, creator, { name: 'A print', price: 20, shippingPrice: 5 }),
      await buildProduct(app, await buildPerformer(app, { name: 'Mira Okafor' }), { name: 'A bowl', price: 10 }),
    ];
    const lines = products.map(({ _id: productId }, at) => ({ productId, quantity: at === 0 ? 2 : 1 }));
    const where = { lines, deliveryAddressId: address._id };
    const { data: quote } = await app.call('reserveOrders', { as: fan.token, body: where });
    const body = { ...where, payBy: 'card', expectedTotal: quote.cardTotal, ...(await byDefaultCard(app, fan)) };
    const { data } = await app.call('checkoutOrders', { as: fan.token, body });
    await number();
    const id = data.transaction?._id ?? '';
    const { pdf } = await download(id);
    const { data: receipt } = await app.call('getReceipt', { as: fan.token, params: { id } });
    expect(receipt.number).toMatch(/^\d{4}-\d{6}, \d{4}-\d{6}$/);
    expect(pdf.pages).toHaveLength(2);
    const numbers = receipt.number.split(', ');
    for (const [at, page] of pdf.pages.entries()) expect(page).toContain(`Invoice number ${numbers[at]}`);
    expect(pdf.pages.find((page) => page.includes('A print'))).toContain('2 $20.00 $40.00 Shipping 1 $5.00 $5.00');
    expect(pdf.pages.find((page) => page.includes('A bowl'))).toContain('A bowl, by Mira Okafor 1 $10.00 $10.00');
    expect(pdf.pages.join(' ')).toContain('Tax 23%');
  });

  it.each([
    ['Greek', 'Ελένη Παππά', 'Ελένη Παππά'],
    ['Cyrillic', 'Їжак Ёлкин', 'Їжак Ёлкин'],
    ['Polish', 'Łucja Wiśniewska-Żółć', 'Łucja Wiśniewska-Żółć'],
    ['Vietnamese', 'Nguyễn Thị Hồng', 'Nguyễn Thị Hồng'],
    ['Chinese, as boxes', '王小明 Wang', '□□□ Wang'],
    ['an emoji, as a box', '💡 Ada', '□ Ada'],
    ['marks that change the text direction', 'A\u202Eevil\u2066 B\u0000', 'Aevil B'],
    ['markup', '<b>Bobby</b> (TABLE) \\) Tj &amp;', '<b>Bobby</b> (TABLE) \\) Tj &amp;'],
  ])('prints a name in %s', async (_what, name, printed) => {
    // Forms reject some of these names, but older accounts and those from other login methods can have them.
    await app.context.db
      .update(accounts)
      .set({ name: name.replace('\u0000', '\u0007') })
      .where(eq(accounts.id, fan.id));
    const { pdf } = await download(await tip());
    expect(pdf.pages[0]).toContain(printed);
  });

  it('stays on one page, however long the title is', async () => {
    const post = await buildSale(app, creator, cents(600));
    await app.context.db
      .update(items)
      .set({ title: 'Wörter '.repeat(20) + 'x'.repeat(3_000) })
      .where(eq(items.id, post.id));
    const { data } = await app.call('buyFeed', { as: fan.token, params: { id: post.id } });
    const { pdf } = await download(data._id);
    expect(pdf.pages).toHaveLength(1);
    expect(pdf.pages[0]).toContain('…');
  });
});

describe('the link to a receipt', () => {
  it('can only be created and opened by the payer', async () => {
    const id = await tip();
    const other = await buildUser(app);
    expect((await link(id, other.token)).status).toBe(404);
    expect((await link('f'.repeat(24))).status).toBe(404);
    expect((await link(id, creator.token)).status).toBe(403);
    expect((await app.call('getReceiptFile', { params: { id } })).status).toBe(401);
    const { data } = await link(id);
    expect((await open(data.url, { authorization: other.token })).statusCode).toBe(403);
    expect((await open(data.url, { authorization: fan.token })).statusCode).toBe(200);
  });

  it('cannot be changed to open another file, and expires after 15 minutes', async () => {
    const [id, another] = [await tip(), await tip()];
    const { data } = await link(id);
    const other = await buildUser(app);
    for (const changed of [
      data.url.replace(id, another),
      data.url.replace(fan.id, other.id),
      data.url.replace('/receipt/', '/statement/'),
      data.url.replace(/s=./, (start) => (start === 's=_' ? 's=-' : 's=_')),
      data.url.replace(/e=\d+/, 'e=99999999999'),
      data.url.replace(/\?.*/, ''),
    ])
      expect((await open(changed)).statusCode).toBe(403);
    expect((await open(data.url.replace('/receipt/', '/other/'))).statusCode).toBe(404);
    app.clock.advance({ minutes: 16 });
    expect((await open(data.url)).statusCode).toBe(403);
  });

  it('exists only for completed payments', async () => {
    await buildCard(app, fan, { code: 'declinedLater' });
    const body = { amount: 20, ...(await byDefaultCard(app, fan)) };
    await app.call('topUpWallet', { as: fan.token, body });
    const { data } = await app.call('searchTransactions', { as: fan.token });
    const failed = data.data.find(({ status }) => status === 'fail');
    expect(failed).toBeDefined();
    expect((await link(failed?._id ?? '')).status).toBe(404);
  });

  it('requires the owner’s session on sites where browsers send it with links', async () => {
    const close = await buildTestApp({
      API_PUBLIC_URL: 'http://site.test:3001',
      WEB_PUBLIC_URL: 'http://site.test:3000',
    });
    try {
      const owner = await buildUser(close, { wallet: cents(1_000) });
      const star = await buildPerformer(close);
      const { data } = await close.call('tipPerformer', {
        as: owner.token,
        params: { id: star.id },
        body: { price: 5 },
      });
      const { data: file } = await close.call('getReceiptFile', { as: owner.token, params: { id: data._id } });
      const url = file.url.replace('http://site.test:3001', '');
      expect((await close.http.inject({ method: 'GET', url })).statusCode).toBe(401);
      const headers = { authorization: owner.token };
      expect((await close.http.inject({ method: 'GET', url, headers })).statusCode).toBe(200);
    } finally {
      await close.close();
    }
  });
});
