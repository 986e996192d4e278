import { pick, toText, type Endpoints } from './call';
import { Refusal, forbidden, notFound, unprocessable, validate } from './refusal';
import { addPerson } from './seed-people';
import { openSession, stamp, type Person, type World } from './state';
import { meView, performerMe, userMe } from './views';

/** Wire contract 2.1 to 2.3. */
export const sessionEndpoints: Endpoints = {
  'POST /auth/login': [
    'public',
    ({ world, body }) => {
      validate(body, { username: 'text', password: 'text' });
      const name = toText(body['username']).toLowerCase();
      const person = [...world.people.values()]
        .sort((a, b) => Number(a.isPerformer) - Number(b.isPerformer))
        .find(({ username, email }) => username === name || email === name);
      if (!person) throw new Refusal(404, 'This account is not found. Please sign up');
      if (world.settings['requireEmailVerification'] && !person.verifiedEmail)
        throw unprocessable('Please verify your email');
      if (person.password !== body['password']) throw unprocessable('Your password is incorrect');
      if (person.status !== 'active') throw forbidden('This account is inactive');
      return { token: openSession(world, person._id, body['remember'] === true) };
    },
  ],
  'POST /auth/email-verification': [
    'public',
    ({ body }) => {
      validate(body, { source: 'object' });
      return { message: 'We have sent you a link to verify your email' };
    },
  ],
  'PUT /auth/users/me/password': [
    'any',
    ({ me, body }) => {
      validate(body, { password: 'text' });
      if (toText(body['password']).length < 6)
        throw new Refusal(400, ['password must be longer than or equal to 6 characters'], 'Bad Request');
      me.password = toText(body['password']);
      return true;
    },
  ],
  'POST /auth/users/forgot': [
    'public',
    ({ world, body }) => {
      validate(body, { email: 'email' });
      if (![...world.people.values()].some(({ email }) => email === body['email'])) throw notFound();
      return { success: true };
    },
  ],
  'POST /auth/users/register': [
    'public',
    ({ world, body }) => {
      validate(body, { email: 'email', password: 'text' });
      refuseTaken(world, body, { username: 400 });
      addPerson(world, { ...pick(body, accountFields), password: toText(body['password']), verifiedEmail: false });
      return { message: 'We have sent you a verification email' };
    },
  ],
  'POST /auth/performers/register': [
    'public',
    ({ world, body, files }) => {
      validate(body, { username: 'text', email: 'email', password: 'text', gender: 'text' });
      if (files.length < 2) throw new Refusal(404, 'Missing document');
      refuseTaken(world, body, { username: 422 });
      const fields = pick(body, accountFields);
      addPerson(world, { ...fields, password: toText(body['password']), isPerformer: true, isVerified: false });
      return { message: 'Your application will be processed' };
    },
  ],
  'GET /users/me': ['any', ({ world, me }) => meView(world, me)],
  'GET /performers/me': ['performer', ({ world, me }) => performerMe(world, me)],
  'PUT /users': [
    'any',
    ({ world, me, body }) => {
      change(world, me, body);
      return userMe(world, me);
    },
  ],
  'PUT /performers/:id': [
    'performer',
    ({ world, me, params, body }) => {
      if (params['id'] !== me._id) throw forbidden();
      const low = ['monthlyPrice', 'yearlyPrice'].filter((field) => field in body && Number(body[field]) < 1);
      if (low.length > 0)
        throw new Refusal(
          400,
          low.map((field) => `${field} must not be less than 1`),
          'Bad Request',
        );
      change(world, me, body);
      Object.assign(me.page, pick(body, pageFields));
      return performerMe(world, me);
    },
  ],
  'PUT /performers/:id/banking-settings': [
    'performer',
    ({ me, body }) => {
      validate(body, { firstName: 'text', lastName: 'text', bankName: 'text', bankAccount: 'text' });
      me.page['bankingInformation'] = { ...stamp(), ...body, performerId: me._id };
      return me.page['bankingInformation'];
    },
  ],
  'PUT /performers/:id/payment-gateway-settings': [
    'performer',
    ({ me, body }) => {
      validate(body, { key: 'text', value: 'object' });
      const setting = { _id: stamp()._id, performerId: me._id, ...pick(body, ['key', 'value']), status: 'active' };
      if (body['key'] === 'paypal') me.page['paypalSetting'] = setting;
      return setting;
    },
  ],
};

const accountFields = ['username', 'name', 'firstName', 'lastName', 'email', 'phone', 'gender', 'country'] as const;
const pageFields = [
  'phoneCode',
  'city',
  'state',
  'zipcode',
  'address',
  'languages',
  'categoryIds',
  'height',
  'weight',
  'hair',
  'butt',
  'ethnicity',
  'eyes',
  'bodyType',
  'sexualOrientation',
  'bio',
  'isFreeSubscription',
  'dateOfBirth',
  'durationFreeSubscriptionDays',
  'monthlyPrice',
  'yearlyPrice',
  'publicChatPrice',
  'activateWelcomeVideo',
];

function refuseTaken(world: World, body: Record<string, unknown>, status: { username: number }, me?: Person): void {
  for (const person of world.people.values()) {
    if (person === me) continue;
    if (body['email'] && person.email === body['email']) throw unprocessable('This email has been taken');
    if (body['username'] && person.username === body['username'])
      throw new Refusal(status.username, 'This username has been taken');
  }
}

/** Clients always send the password; an empty one changes nothing. A new email has to be verified again. */
function change(world: World, me: Person, body: Record<string, unknown>): void {
  refuseTaken(world, body, { username: 422 }, me);
  const email = body['email'];
  if (email && email !== me.email) me.verifiedEmail = false;
  Object.assign(me, pick(body, accountFields), { updatedAt: new Date().toISOString() });
  if (toText(body['password'])) me.password = toText(body['password']);
}
