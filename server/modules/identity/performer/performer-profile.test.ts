import { and, eq, sql } from 'drizzle-orm';
import { defaultPushes } from '@contract/base/limits';
import { cents } from '@contract/base/money';
import { accounts, performers } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { buildPhoto, buildRecording, buildUpload, getFiles } from '../../../../tests/factories/media';
import { approveDocuments, rejectDocuments } from '../../../../tests/factories/documents';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, PASSWORD } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp();
  creator = await buildPerformer(app, { wallet: cents(1250) });
});
afterAll(() => app.close());

const update = (body: object, id = creator.id) =>
  app.call('updatePerformer', { as: creator.token, params: { id }, body });
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

describe('GET /performers/me and /users/me', () => {
  it('return all of a creator’s own data, with the balances', async () => {
    const { data } = await app.call('getMyPerformer', { as: creator.token });
    expect(data).toMatchObject({
      isPerformer: true,
      email: creator.account.email,
      balance: 12.5,
      wallet: 12.5,
      pendingBalance: 0,
      blockCountries: { countryCodes: [] },
      bankingInformation: null,
    });
    expect((await app.call('getMe', { as: creator.token })).data).toEqual(data);
  });
});

describe('PUT /performers/:id', () => {
  it('changes only the given fields', async () => {
    const category = await app.services.reference.saveCategory({ name: 'Ink', slug: 'ink', ordering: 1 });
    const { data, status } = await update({
      name: 'Ines Moor',
      username: 'Ines.Moor',
      password: '',
      bio: 'Letters',
      headline: 'Lettering',
      city: 'Faro',
      monthlyPrice: 4.99,
      yearlyPrice: '49.90',
      isFreeSubscription: 'true',
      durationFreeSubscriptionDays: 3,
      eyes: 'green',
      height: '170',
      languages: ['pt'],
      categoryIds: [category, 'f'.repeat(24)],
      dateOfBirth: '1991-02-03',
      socialLinks: [{ label: 'Site', url: 'https://ines.example/' }],
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      name: 'Ines Moor',
      username: 'ines.moor',
      bio: 'Letters',
      headline: 'Lettering',
      city: 'Faro',
      monthlyPrice: 4.99,
      yearlyPrice: 49.9,
      isFreeSubscription: true,
      durationFreeSubscriptionDays: 3,
      eyes: 'green',
      height: '170',
      languages: ['pt'],
      categoryIds: [category],
      verifiedEmail: true,
      dateOfBirth: '1991-02-03T00:00:00.000Z',
    });
    const after = await update({ eyes: null, bio: '', welcomeMessage: 'Hello!' });
    expect(after.data).toMatchObject({ name: 'Ines Moor', height: '170', bio: '', welcomeMessage: 'Hello!' });
    expect(after.data.eyes ?? null).toBeNull();
    const login = await app.call('login', { body: { username: 'ines.moor', password: PASSWORD } });
    expect(login.status).toBe(200);
  });

  it('marks prices as chosen once the creator sets them', async () => {
    const own = await buildPerformer(app, { pricesChosen: false });
    const change = async (body: object) =>
      (await app.call('updatePerformer', { as: own.token, params: { id: own.id }, body })).data.pricesChosen;
    expect(await change({ bio: 'I carve spoons.' })).toBe(false);
    expect(await change({ monthlyPrice: 9.99 })).toBe(true);
    expect(await change({ bio: 'I carve bowls.' })).toBe(true);
  });

  it('does not change the date of birth that was checked with the documents, whatever clients send', async () => {
    const own = await buildPerformer(app, { verifiedDocument: false, dateOfBirth: '1990-01-01' });
    const save = (dateOfBirth: string | null) =>
      app.call('updatePerformer', { as: own.token, params: { id: own.id }, body: { bio: 'Letters', dateOfBirth } });
    expect((await save('1991-02-03')).data.dateOfBirth).toBe('1991-02-03T00:00:00.000Z');
    await approveDocuments(app, own.id);
    for (const other of ['1991-02-04', '', null]) {
      expect((await save(other)).body).toMatchObject({
        statusCode: 422,
        error: 'BIRTH_DATE_FIXED',
        message: 'Your date of birth was checked with your documents. Write to us to change it.',
      });
    }
    expect((await save('1991-02-03T00:00:00.000Z')).status).toBe(200);
    const [row] = await app.context.db.select().from(performers).where(eq(performers.id, own.id));
    expect(row?.dateOfBirth).toBe('1991-02-03');
  });

  it('rejects prices outside the site’s bounds', async () => {
    const refused = await update({ monthlyPrice: 2 });
    expect(refused.body).toMatchObject({ statusCode: 422, error: 'PRICE_OUT_OF_BOUNDS' });
    expect(refused.body.message).toBe('A monthly subscription costs between 2.95 and 300.');
    expect((await update({ monthlyPrice: 300.01 })).status).toBe(422);
    const tooDear = await update({ yearlyPrice: 3600.01 });
    expect(tooDear.body).toMatchObject({
      error: 'PRICE_OUT_OF_BOUNDS',
      message: 'A yearly subscription costs between 2.95 and 3600.',
    });
    expect((await update({ yearlyPrice: 2 })).status).toBe(422);
    expect((await update({ monthlyPrice: 2.955 })).status).toBe(400);
  });

  it('allows a yearly price of up to twelve times the largest monthly price', async () => {
    const { data, status } = await update({ monthlyPrice: 100, yearlyPrice: 3600 });
    expect([status, data.monthlyPrice, data.yearlyPrice]).toEqual([200, 100, 3600]);
  });

  it('ignores fields that a creator is not allowed to change', async () => {
    const before = (await app.call('getMyPerformer', { as: creator.token })).data;
    const { data } = await update({
      wallet: 999,
      balance: 999,
      pendingBalance: 999,
      roles: ['admin'],
      isPerformer: false,
      status: 'inactive',
      verifiedDocument: true,
      verifiedAccount: true,
      verifiedEmail: true,
      isFeatured: true,
      score: 9_999,
      commissionPercentage: 0,
      commission: 0,
      stats: { subscribers: 99 },
      live: 1,
      streamingStatus: 'public',
      idVerificationId: 'f'.repeat(24),
      welcomeVideoId: 'f'.repeat(24),
      bankingInformation: { bankAccount: 'x' },
      _id: 'f'.repeat(24),
      deletionAt: null,
      pendingEmail: 'x@example.test',
      preferences: { showOnline: false },
    });
    const unchanged = { updatedAt: '', revision: 0 };
    expect({ ...data, ...unchanged }).toEqual({ ...before, ...unchanged });
    const [row] = await app.context.db.select().from(performers).where(eq(performers.id, creator.id));
    expect(row).toMatchObject({ commission: null, score: 0 });
  });

  it('rejects names that are taken, invalid links, and other creators’ profiles', async () => {
    const other = await buildPerformer(app);
    expect((await update({ username: other.account.username })).body).toMatchObject({ error: 'USERNAME_TAKEN' });
    expect((await update({ username: 'admin' })).body).toMatchObject({ error: 'USERNAME_RESERVED' });
    expect((await update({ email: other.account.email })).body).toMatchObject({ error: 'EMAIL_TAKEN' });
    expect((await update({ socialLinks: [{ label: 'x', url: 'javascript:alert(1)' }] })).status).toBe(400);
    expect((await update({ bio: 'mine' }, other.id)).body).toMatchObject({ statusCode: 403, error: 'FORBIDDEN' });
  });
});

describe('payout settings', () => {
  const bank = { firstName: 'I', lastName: 'M', bankName: 'Harbour Bank', bankAccount: 'PT50 0001', SSN: '' };

  it('PUT /performers/:id/banking-settings stores the bank account for payouts', async () => {
    const save = (body: object, id = creator.id) =>
      app.call('updateBankingSettings', { as: creator.token, params: { id }, body });
    const first = await save({ performerId: creator.id, ...bank });
    expect(first.data).toMatchObject({ performerId: creator.id, bankName: 'Harbour Bank' });
    const second = await save({ performerId: creator.id, ...bank, bankName: 'Hill Bank' });
    expect(second.data).toMatchObject({ _id: first.data._id, createdAt: first.data.createdAt, bankName: 'Hill Bank' });
    const me = await app.call('getMyPerformer', { as: creator.token });
    expect(me.data.bankingInformation).toEqual(second.data);
    expect(second.data.bankAccount).toBe('••••0001');
    const readStored = async () => {
      const [row] = await app.context.db.select().from(performers).where(eq(performers.id, creator.id));
      return row?.banking;
    };
    expect(await readStored()).toMatchObject({ bankAccount: 'PT50 0001' });
    await save({ performerId: creator.id, ...bank, bankAccount: second.data.bankAccount, city: 'Porto' });
    expect(await readStored()).toMatchObject({ bankAccount: 'PT50 0001', city: 'Porto' });
    const refused = await save({ performerId: creator.id, ...bank, bankAccount: '••••0002' });
    expect([refused.status, refused.body.message]).toEqual([400, ['bankAccount: Enter the whole number.']]);
    const other = await buildPerformer(app);
    expect((await save({ performerId: other.id, ...bank }, other.id)).status).toBe(403);
    expect((await save({ performerId: other.id, ...bank })).status).toBe(403);
  });

  it('reject an IBAN of another country than that of the bank, also one that was stored', async () => {
    const own = await buildPerformer(app);
    const save = (body: object) =>
      app.call('updateBankingSettings', {
        as: own.token,
        params: { id: own.id },
        body: { performerId: own.id, ...bank, ...body },
      });
    const gb = 'GB82 WEST 1234 5698 7654 32';
    const message = ['country: The IBAN begins with GB, so its bank is in another country.'];
    const refused = await save({ bankAccount: gb, country: 'DE' });
    expect([refused.status, refused.body.message]).toEqual([400, message]);
    expect((await app.call('getMyPerformer', { as: own.token })).data.bankingInformation).toBeNull();
    const { data, status } = await save({ bankAccount: gb, country: 'GB' });
    expect(status).toBe(200);
    expect((await save({ bankAccount: data.bankAccount, country: 'DE' })).body.message).toEqual(message);
    for (const country of ['JE', '', 'United Kingdom']) {
      expect((await save({ bankAccount: gb, country })).status).toBe(200);
    }
  });

  it.each([
    ['12ab', 'US', 'A US account number has 4 to 17 digits and no letters.'],
    ['hello?', 'US', 'A US account number has 4 to 17 digits and no letters.'],
    ['hello?', '', 'An account number has 4 to 34 digits and letters. Check it against your bank statement.'],
  ])('reject %j in the country %j, which cannot be an account number', async (bankAccount, country, words) => {
    const own = await buildPerformer(app);
    const save = (number: string) => {
      const body = { performerId: own.id, ...bank, bankAccount: number, country };
      return app.call('updateBankingSettings', { as: own.token, params: { id: own.id }, body });
    };
    const refused = await save(bankAccount);
    expect([refused.status, refused.body.message]).toEqual([400, [`bankAccount: ${words}`]]);
    expect((await save('000123456789')).status).toBe(200);
  });

  it('PUT /performers/:id/payment-gateway-settings stores one account per service', async () => {
    const save = (body: object) =>
      app.call('updatePaymentGatewaySettings', { as: creator.token, params: { id: creator.id }, body });
    await save({ key: 'paypal', value: { email: 'Pay@Example.test' } });
    await save({ key: 'ccbill', value: { subAccount: '9' } });
    const { data } = await app.call('getMyPerformer', { as: creator.token });
    expect(data.paypalSetting).toMatchObject({ key: 'paypal', value: { email: 'pay@example.test' }, status: 'active' });
    expect(data.ccbillSetting).toMatchObject({ value: { subAccount: '9' } });
    expect((await save({ key: 'paypal', value: { email: 'nobody' } })).status).toBe(400);
  });

  describe('send their owner an email and a notification', () => {
    let own: BuiltPerformer;
    beforeEach(async () => {
      own = await buildPerformer(app);
    });
    const saveBank = async (body: object) => {
      const call = { as: own.token, params: { id: own.id }, body: { performerId: own.id, ...bank, ...body } };
      expect((await app.call('updateBankingSettings', call)).status).toBe(200);
    };
    const savePaypal = async (email: string) => {
      const call = { as: own.token, params: { id: own.id }, body: { key: 'paypal', value: { email } } };
      expect((await app.call('updatePaymentGatewaySettings', call)).status).toBe(200);
    };
    const readMails = async () => {
      await app.jobs.drain();
      return app.mails.filter(({ to }) => to === own.account.email);
    };
    const readNews = async () =>
      (await app.call('listNotifications', { as: own.token, query: {} })).data.data.map(({ title, message }) => ({
        title,
        message,
      }));

    it('when they are added and when they are changed, with no more of the number than its end', async () => {
      await saveBank({ bankAccount: 'PT50 0002 0123 1234 5678 9015 4' });
      expect(await readMails()).toMatchObject([
        { subject: expect.stringMatching(/^Your payout details on .+ were added$/) },
      ]);
      app.clock.advance({ seconds: 1 });
      await saveBank({ bankAccount: 'PT50 0002 0123 5678 9012 3002 8' });
      const mails = await readMails();
      const news = await readNews();
      expect(mails).toHaveLength(2);
      expect(mails[1]?.subject).toMatch(/^Your payout details on .+ were changed$/);
      expect(mails[1]?.text).toContain('changed just now: bank account at Harbour Bank, ending in 0028. ');
      expect(mails[1]?.text).toContain('payouts wait 24 hours');
      expect(mails[1]?.text).toMatch(/If this wasn’t you, set a new password right away.+contact us/);
      expect(mails[1]?.text).toMatch(/\/creator\/banking\n/);
      expect(news.map(({ title }) => title)).toEqual([
        'Your payout details were changed',
        'Your payout details were added',
      ]);
      expect(news[1]?.message).toContain('ending in 0154');
      const all = JSON.stringify([mails, news]).replaceAll(/\s/g, '');
      expect(all).not.toMatch(/1234567890154|5678901230028/);
    });

    it('also for a PayPal account', async () => {
      await saveBank({});
      app.clock.advance({ seconds: 1 });
      await savePaypal('thief@example.test');
      expect((await readMails()).at(-1)?.text).toContain('changed just now: PayPal account thief@example.test.');
      expect((await readNews())[0]?.message).toContain('PayPal account thief@example.test');
    });

    it('with no end of a number that has only four characters', async () => {
      await saveBank({ bankAccount: '7301' });
      expect(JSON.stringify([await readMails(), await readNews()])).not.toContain('7301');
    });

    it('whatever they turned off', async () => {
      const off = Object.fromEntries(Object.keys(defaultPushes).map((kind) => [kind, false]));
      const columns = { mailPreferences: off, pushPreferences: off, sitePreferences: off };
      await app.context.db.update(accounts).set(columns).where(eq(accounts.id, own.id));
      await saveBank({});
      expect(await readMails()).toHaveLength(1);
      expect(await readNews()).toHaveLength(1);
    });

    it('but not if nothing was changed, or the change was refused, and payouts wait no longer', async () => {
      await saveBank({ bankAccount: 'PT50 0001 7' });
      await savePaypal('mira@example.test');
      const readPause = async () => {
        const { payoutAccountChangedAt, isFirstPayoutAccount } = performers;
        const pause = app.context.db.select({ payoutAccountChangedAt, isFirstPayoutAccount }).from(performers);
        return pause.where(eq(performers.id, own.id));
      };
      const before = [await readMails(), await readNews(), await readPause()];
      app.clock.advance({ seconds: 1 });
      await saveBank({ bankAccount: '••••0017', city: '' });
      await savePaypal('mira@example.test');
      const body = { performerId: own.id, ...bank, bankAccount: '••••9999' };
      await app.call('updateBankingSettings', { as: own.token, params: { id: own.id }, body });
      expect([await readMails(), await readNews(), await readPause()]).toEqual(before);
    });
  });
});

describe('uploads of a creator', () => {
  it('POST /performers/avatar/upload and cover/upload replace the image, and delete the old one', async () => {
    const upload = () => buildPhoto({ width: 300, height: 300 });
    const first = await app.call('uploadPerformerAvatar', {
      as: creator.token,
      files: { avatar: { content: await upload() } },
    });
    expect(first.data.url).toMatch(/^http:\/\/api\.test\//);
    await app.call('uploadPerformerAvatar', { as: creator.token, files: { avatar: { content: await upload() } } });
    await app.call('uploadPerformerCover', { as: creator.token, files: { cover: { content: await upload() } } });
    const { data } = await app.call('getPerformer', { params: { id: creator.id } });
    const picture = await app.http.inject({ url: new URL(data.avatar).pathname });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(data.cover).not.toBe('');
    const left = await app.context.db.select().from(files).where(eq(files.ownerId, creator.id));
    expect(left.map((file) => file.type).toSorted()).toEqual(['avatar', 'cover']);
  });

  it('reject files that are not images', async () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>');
    const refused = await app.call('uploadPerformerAvatar', {
      as: creator.token,
      files: { avatar: { content: html, name: 'me.png', type: 'image/png' } },
    });
    expect(refused.body).toMatchObject({ statusCode: 400, error: 'INVALID_IMAGE' });
    const fan = await buildUser(app);
    const files = { avatar: { content: await buildPhoto() } };
    expect((await app.call('uploadPerformerAvatar', { as: fan.token, files })).status).toBe(403);
  });

  it('POST /performers/documents keeps documents private to their owner', async () => {
    const one = await app.call('uploadDocument', {
      as: creator.token,
      params: { type: 'idVerification' },
      files: { file: { content: pdf, name: 'passport.pdf' } },
    });
    expect(one.status).toBe(200);
    await app.call('uploadDocuments', {
      as: creator.token,
      files: { documentVerification: { content: await buildPhoto() } },
    });
    expect((await app.call('uploadDocuments', { as: creator.token, files: {} })).status).toBe(404);
    const { data } = await app.call('getMyPerformer', { as: creator.token });
    expect(data.idVerification).toMatchObject({ _id: one.data._id, mimeType: 'application/pdf' });
    const open = (url: string | undefined) => app.http.inject({ url: new URL(url ?? '').pathname });
    expect((await open(data.idVerification?.url)).statusCode).toBeGreaterThanOrEqual(400);
    const signed = new URL(data.idVerification?.url ?? '');
    expect((await app.http.inject({ url: signed.pathname + signed.search })).statusCode).toBe(200);
  });

  it('send documents to a new review, but keep the old ones if storing fails', async () => {
    const { performerMedia } = app.services;
    const own = await buildPerformer(app, { dateOfBirth: '1990-05-04' });
    const scan = () => buildUpload(app, pdf, { kind: 'document', mimeType: 'application/pdf' });
    const sendOne = async () => performerMedia.replace(own.actor, 'idVerification', await scan());
    const sendBoth = async () =>
      performerMedia.replaceDocuments(own.actor, { idVerification: await scan(), documentVerification: await scan() });
    await sendBoth();
    await approveDocuments(app, own.id);
    const read = async () => {
      const [row] = await app.context.db.select().from(performers).where(eq(performers.id, own.id));
      return { row, files: (await getFiles(app, own)).toSorted() };
    };
    const before = await read();
    expect(before.row).toMatchObject({ idVerificationStatus: 'approved', documentVerificationStatus: 'approved' });
    await app.context.db.execute(
      sql`alter table performers add constraint refuse check (id_verification_status <> 'waiting') not valid`,
    );
    for (const send of [sendOne, sendBoth]) {
      await expect(send()).rejects.toThrow('id_verification_status');
      expect(await read()).toEqual(before);
    }
    await app.context.db.execute(sql`alter table performers drop constraint refuse`);
    await sendOne();
    expect((await read()).row).toMatchObject({
      idVerificationStatus: 'waiting',
      documentVerificationStatus: 'approved',
    });
  });

  it('POST /performers/welcome-video/upload shows the video once it is activated', async () => {
    const files = { 'welcome-video': { content: await buildRecording('clip.mp4') } };
    expect((await app.call('uploadWelcomeVideo', { as: creator.token, files })).data.status).toBe('processing');
    await app.jobs.drain();
    const read = () => app.call('getPerformer', { params: { id: creator.id } });
    expect((await read()).data.welcomeVideoPath).toBeNull();
    await update({ activateWelcomeVideo: true });
    expect((await read()).data.welcomeVideoPath).toMatch(/^http:\/\/api\.test\//);
  });

  it('allow up to six files in the welcome message, which can be removed', async () => {
    const content = await buildPhoto({ width: 60, height: 60 });
    const add = () => app.call('uploadWelcomeMessagePhoto', { as: creator.token, files: { file: { content } } });
    const replies = [];
    for (let i = 0; i < 7; i += 1) replies.push(await add());
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 200, 422]);
    const id = replies[0]?.data._id ?? '';
    const remove = () => app.call('deleteWelcomeMessageFile', { as: creator.token, params: { id } });
    expect((await remove()).data).toEqual({ deleted: true });
    expect((await remove()).status).toBe(404);
    const { data } = await app.call('getMyPerformer', { as: creator.token });
    expect(data.welcomeMessageFiles).toHaveLength(5);
    expect(data.welcomeMessageFiles?.[0]).toMatchObject({ type: 'message-photo', status: 'finished' });
  });
});

describe('deleting uploads', () => {
  it('DELETE /performers/cover, /performers/welcome-video and /users/avatar delete the files', async () => {
    const own = await buildPerformer(app);
    const picture = async () => ({ content: await buildPhoto({ width: 300, height: 300 }) });
    await app.call('uploadPerformerAvatar', { as: own.token, files: { avatar: await picture() } });
    await app.call('uploadPerformerCover', { as: own.token, files: { cover: await picture() } });
    const film = { 'welcome-video': { content: await buildRecording('clip.mp4') } };
    await app.call('uploadWelcomeVideo', { as: own.token, files: film });
    await app.jobs.drain();
    const params = { id: own.id };
    const shown = await app.call('updatePerformer', { as: own.token, params, body: { activateWelcomeVideo: true } });
    expect(shown.data.welcomeVideoPath).not.toBe('');

    expect((await app.call('deletePerformerCover', { as: own.token })).data.cover).toBe('');
    expect((await app.call('deleteMyAvatar', { as: own.token })).data.avatar).toBe('');
    const { data } = await app.call('deleteWelcomeVideo', { as: own.token });
    expect(data).toMatchObject({ activateWelcomeVideo: false, welcomeVideoId: null });
    expect((await app.call('deleteWelcomeVideo', { as: own.token })).status).toBe(200);
    expect(await app.context.db.select().from(files).where(eq(files.ownerId, own.id))).toEqual([]);
    const fan = await buildUser(app);
    expect((await app.call('deletePerformerCover', { as: fan.token })).status).toBe(403);
    expect((await app.call('deleteMyAvatar', { as: fan.token })).data.avatar).toBe('');
  });
});

describe('reviews of documents', () => {
  const reject = (reason: string) => rejectDocuments(app, 'paperwork', reason);

  it('report when the document was sent, and how many days a review usually takes', async () => {
    const own = await buildPerformer(app, { verifiedDocument: false });
    await app.call('uploadDocument', {
      as: own.token,
      params: { type: 'idVerification' },
      files: { file: { content: pdf } },
    });
    const { data } = await app.call('getMyPerformer', { as: own.token });
    expect(data.idVerification?.sentAt).toBe(app.clock.now().toISOString());
    expect((await app.call('getSettings', {})).data.documentReviewDays).toBe(2);
  });

  it('report each state to the creator: waiting, rejected with the reason, waiting again, approved', async () => {
    const own = await buildPerformer(app, {
      verifiedDocument: false,
      username: 'paperwork',
      dateOfBirth: '1990-05-04',
    });
    await expect(reject('blurred')).rejects.toThrow('no documents to reject');
    const send = (type: 'idVerification' | 'documentVerification') =>
      app.call('uploadDocument', { as: own.token, params: { type }, files: { file: { content: pdf } } });
    const read = async () => {
      const { data } = await app.call('getMyPerformer', { as: own.token });
      const { idVerification: one, documentVerification: two, verifiedDocument } = data;
      return [one?.status, one?.reason, two?.status, two?.reason, verifiedDocument];
    };
    await send('idVerification');
    await send('documentVerification');
    expect(await read()).toEqual(['waiting', null, 'waiting', null, false]);

    await reject('The picture is blurred.');
    expect(await read()).toEqual(['rejected', 'The picture is blurred.', 'rejected', 'The picture is blurred.', false]);
    await app.jobs.drain();
    expect(app.mails.at(-1)).toMatchObject({
      to: own.account.email,
      text: expect.stringMatching(/is blurred[^]*\/creator\/account\?section=documents/),
    });
    const listNews = async () => (await app.call('listNotifications', { as: own.token })).data.data;
    expect((await listNews())[0]).toMatchObject({
      type: 'account',
      action: 'documents-rejected',
      read: false,
      message: 'Your documents need a change: The picture is blurred.',
    });
    await send('idVerification');
    expect(await read()).toEqual(['waiting', null, 'rejected', 'The picture is blurred.', false]);
    await send('documentVerification');

    app.clock.advance({ seconds: 1 });
    await approveDocuments(app, 'paperwork');
    expect((await listNews())[0]).toMatchObject({ type: 'account', action: 'documents-approved' });
    expect(await read()).toEqual(['approved', null, 'approved', null, true]);
    await send('idVerification');
    expect(await read()).toEqual(['waiting', null, 'approved', null, true]);
    // The creator stays approved while a newer document is waiting for review.
    const publish = () => app.call('createFeed', { as: own.token, body: { type: 'text', text: 'Hello' } });
    expect((await publish()).status).toBe(200);
    await reject('');
    expect(await read()).toEqual(['rejected', '', 'rejected', '', false]);
    expect((await publish()).body.error).toBe('DOCUMENTS_NOT_APPROVED');
  });
});

describe('POST /auth/performers/register', () => {
  const fields = { email: 'Wren@Example.test', username: 'Wren', password: 'a good password', gender: 'female' };
  const register = async (body: object, files?: Record<string, { content: Buffer }>) =>
    app.call('registerPerformer', {
      body,
      files: files ?? { idVerification: { content: pdf }, documentVerification: { content: await buildPhoto() } },
    });

  it('specification 9: uses the site’s length of a trial until the creator chooses another', async () => {
    await app.services.settings.write('freeSubscriptionDuration', 4);
    const getDays = async (username: string, body: object) => {
      await register({ ...fields, ...body, username, email: `${username}@example.test` });
      const login = await app.call('login', { body: { username, password: 'a good password' } });
      return (await app.call('getMyPerformer', { as: login.data.token })).data.durationFreeSubscriptionDays;
    };
    expect(await getDays('robin', {})).toBe(4);
    expect(await getDays('siskin', { durationFreeSubscriptionDays: 9 })).toBe(9);
    expect((await app.services.performerRegistration.draft()).freeSubscriptionDays).toBe(4);
    await app.services.settings.write('freeSubscriptionDuration', 1);
  });

  it('creates a creator who can log in and waits for approval', async () => {
    const { status, data } = await register({
      ...fields,
      monthlyPrice: '5',
      languages: ['en', 'fr'],
      bio: 'Hi',
      dateOfBirth: '1990-05-04',
    });
    expect([status, data.message]).toEqual([200, expect.stringContaining('Check your email')]);
    await app.jobs.drain();
    const login = await app.call('login', { body: { username: 'wren', password: 'a good password' } });
    const me = await app.call('getMyPerformer', { as: login.data.token });
    expect(me.data).toMatchObject({
      username: 'wren',
      verifiedDocument: false,
      pricesChosen: true,
      monthlyPrice: 5,
      yearlyPrice: 99.99,
      languages: ['en', 'fr'],
      idVerification: { mimeType: 'application/pdf' },
      documentVerification: { mimeType: 'image/webp' },
    });
    const listed = () => app.call('searchPerformers', { query: { q: 'wren' } });
    expect((await listed()).data.total).toBe(0);
    await approveDocuments(app, 'wren');
    expect((await listed()).data.total).toBe(1);
    await app.jobs.drain();
    const subjects = app.mails.filter((mail) => mail.to === 'wren@example.test').map((mail) => mail.subject);
    expect(subjects).toHaveLength(3);
  });

  it('R-10: counts guests’ uploads for their /48 network', async () => {
    const store = vi.spyOn(app.services.media, 'store');
    const scan = async () => buildUpload(app, await buildPhoto(), { kind: 'image', mimeType: 'image/jpeg' });
    await app.services.performerRegistration.register(
      { ...fields, gender: 'female', username: 'fieldfare', email: 'fieldfare@example.test' },
      { idVerification: await scan(), documentVerification: await scan() },
      '2001:db8:5:7::1',
    );
    expect(store.mock.calls.map(([, { network }]) => network)).toEqual(['2001:db8:5::/48', '2001:db8:5::/48']);
    store.mockRestore();
  });

  it('accepts creators who state no gender', async () => {
    const { gender: _none, ...rest } = fields;
    const username = 'wagtail';
    expect((await register({ ...rest, username, email: `${username}@example.test` })).status).toBe(200);
    const [row] = await app.context.db.select().from(accounts).where(eq(accounts.username, username));
    expect(row?.gender).toBeNull();
  });

  it('R-9: lets a creator send documents later if the sign-up was interrupted before storing them', async () => {
    const away = new Error('the database went away');
    vi.spyOn(app.services.media, 'store').mockRejectedValueOnce(away);
    // Simulates a crash, after which the account is not removed.
    vi.spyOn(app.services.identity, 'remove').mockRejectedValueOnce(away);
    const body = { ...fields, email: 'dunnock@example.test', username: 'dunnock', dateOfBirth: '1990-05-04' };
    expect((await register(body)).status).toBe(500);
    // Signing up again creates no second account for the address.
    expect((await register({ ...body, username: 'other-dunnock' })).status).toBe(200);
    const login = await app.call('login', { body: { username: 'dunnock', password: 'a good password' } });
    const as = login.data.token;
    const read = async () => (await app.call('getMyPerformer', { as })).data;
    expect(await read()).toMatchObject({ idVerification: null, documentVerification: null, verifiedDocument: false });
    const document = { content: pdf };
    const files = { idVerification: document, documentVerification: document };
    expect((await app.call('uploadDocuments', { as, files })).status).toBe(200);
    expect(await read()).toMatchObject({
      idVerification: { status: 'waiting' },
      documentVerification: { status: 'waiting' },
    });
    await approveDocuments(app, 'dunnock');
    expect((await app.call('createFeed', { as, body: { type: 'text', text: 'Hello' } })).status).toBe(200);
  });

  it('rejects a missing document, and stores no account if a document is unreadable', async () => {
    const body = { ...fields, email: 'lark@example.test', username: 'lark' };
    const missing = await register(body, { idVerification: { content: pdf } });
    expect(missing.body).toMatchObject({ statusCode: 404, error: 'DOCUMENTS_MISSING' });
    const broken = (await buildPhoto()).subarray(0, 200);
    const refused = await register(body, {
      idVerification: { content: pdf },
      documentVerification: { content: broken },
    });
    expect(refused.status).toBe(400);
    const rows = await app.context.db.select().from(accounts).where(eq(accounts.username, 'lark'));
    expect(rows).toEqual([]);
  });

  it('gives the same response for an email that is taken, stores nothing, and mails its owner', async () => {
    const papers = and(eq(files.type, 'performer-document'), eq(files.ownerId, creator.id));
    const before = await app.context.db.select().from(files).where(papers);
    const taken = await register({ ...fields, email: creator.account.email, username: 'free-name' });
    const other = await register({ ...fields, email: 'new-one@example.test', username: 'new-one' });
    expect([taken.status, taken.body]).toEqual([other.status, other.body]);
    expect(await app.context.db.select().from(files).where(papers)).toEqual(before);
    await app.jobs.drain();
    const mail = app.mails.filter(({ to }) => to === creator.account.email).at(-1);
    expect(mail?.subject).toContain('You already have an account');
    const broken = {
      idVerification: { content: pdf },
      documentVerification: { content: (await buildPhoto()).subarray(0, 200) },
    };
    expect((await register({ ...fields, email: creator.account.email, username: 'free-name' }, broken)).status).toBe(
      400,
    );
  });

  it('rejects a username that is taken with 422', async () => {
    const username = await register({ ...fields, email: 'free@example.test', username: 'ines.moor' });
    expect(username.body).toMatchObject({ statusCode: 422, error: 'USERNAME_TAKEN' });
  });
});
