import { getPage, pick, sorted, toText, type Call, type Endpoints } from './call';
import { Refusal, forbidden, required, unprocessable, validate } from './refusal';
import { dollars, stamp, type Payout } from './state';
import { performerPublic } from './views';

/** Has no fees and no dates, and does not lower the balance before payment. Wire contract 2.14, 3.15. */
export const payoutEndpoints: Endpoints = {
  'POST /payout-requests/calculate': [
    'performer',
    ({ world, me }) => {
      const done = world.payouts.filter(({ sourceId, status }) => sourceId === me._id && status === 'done');
      const paid = dollars(done.reduce((sum, { requestTokens }) => sum + requestTokens, 0));
      return {
        totalEarnedTokens: dollars(me.balance + paid),
        previousPaidOutTokens: paid,
        [world.profile.unpaidField]: me.balance,
      };
    },
  ],
  'GET /payout-requests/check/pending-review': [
    'performer',
    (call) => ({ [call.world.profile.pendingField]: hasPending(call) }),
  ],
  'GET /payout-requests/search': [
    'performer',
    (call) => {
      const { world, me, query } = call;
      const { status, paymentAccountType: type, fromDate, toDate } = query;
      const found = world.payouts.filter(
        (payout) =>
          payout.sourceId === me._id &&
          (status === undefined || payout.status === status) &&
          (type === undefined || payout.paymentAccountType === type) &&
          (!fromDate || !toDate || (payout.createdAt >= fromDate && payout.createdAt.slice(0, 10) <= toDate)),
      );
      return getPage(call, sorted(call, found), (payout) => payoutView(call, payout));
    },
  ],
  'POST /payout-requests': [
    'performer',
    (call) => {
      const { world, me, body } = call;
      validate(body, { source: 'text', requestTokens: 'number' });
      const type = toText(body['paymentAccountType']) || 'banking';
      refuse(call, type);
      if (hasPending(call)) throw unprocessable('Please wait for your pending payout request');
      const payout: Payout = {
        ...stamp(),
        source: 'performer',
        sourceId: me._id,
        requestTokens: Number(body['requestTokens']),
        tokenConversionRate: 1,
        paymentAccountType: type,
        requestNote: toText(body['requestNote']),
        adminNote: '',
        status: 'pending',
      };
      world.payouts.push(payout);
      return payoutView(call, payout);
    },
  ],
  'PUT /payout-requests/:id': [
    'performer',
    (call) => {
      const { world, body } = call;
      const payout = find(call);
      validate(body, { requestTokens: 'number' });
      if (payout.status !== 'pending' || !world.profile.changesPayouts) throw forbidden('You cannot edit this request');
      refuse(call, toText(body['paymentAccountType']) || payout.paymentAccountType);
      Object.assign(payout, pick(body, ['requestTokens', 'requestNote', 'paymentAccountType']));
      return payoutView(call, payout);
    },
  ],
  'GET /payout-requests/:id/view': ['performer', (call) => payoutView(call, find(call))],
};

const hasPending = ({ world, me }: Call): boolean =>
  world.payouts.some(({ sourceId, status }) => sourceId === me._id && status === 'pending');

/** @throws Refusal by the rules of wire contract 1.3; no error has a code */
function refuse({ world, me, body }: Call, type: string): void {
  const amount = Number(body['requestTokens']);
  const least = Number(world.settings['minimumPayoutAmount'] ?? 0);
  if (type === 'banking' && !me.page['bankingInformation']) throw new Refusal(404, 'Missing banking informations');
  if (type === 'paypal' && !me.page['paypalSetting']) throw unprocessable('Please enter your PayPal email');
  if (amount < least) throw unprocessable(`Minimum payout amount is $${least}`);
  if (amount > me.balance) throw unprocessable('Request amount must not exceed your balance');
}

function find({ world, me, params }: Call): Payout {
  const payout = required(world.payouts.find(({ _id }) => _id === params['id']));
  if (payout.sourceId !== me._id) throw forbidden();
  return payout;
}

const payoutView = ({ world, me }: Call, payout: Payout) => ({ ...payout, sourceInfo: performerPublic(world, me, me) });
