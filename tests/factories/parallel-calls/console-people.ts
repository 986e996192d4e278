import { buildPhoto } from '../media';
import { buildPerformer, type BuiltPerformer } from '../performer';
import { AT_ONCE, same, times, type Plan, type Plans, type Stage } from './stage';
import type { TestCall } from '../../harness/build-test-app';

/** By one operator, each about a new fan. */
const aboutFans = (body: TestCall['body']): Plan => ({
  calls: async ({ people, admin }) =>
    (await people()).map(({ id }) => ({ as: admin.token, params: { id }, ...(body !== undefined && { body }) })),
});

const aboutCreators = (make: (stage: Stage, creator: BuiltPerformer) => TestCall | Promise<TestCall>): Plan => ({
  calls: (stage) =>
    times(AT_ONCE, async () => {
      const creator = await buildPerformer(stage.app, { dateOfBirth: '1990-01-01' });
      return { as: stage.admin.token, params: { id: creator.id }, ...(await make(stage, creator)) };
    }),
});

const sendDocument = async ({ app }: Stage, { token }: BuiltPerformer): Promise<void> => {
  const files = { file: { content: await buildPhoto({ width: 60, height: 40 }) } };
  await app.call('uploadDocument', { as: token, params: { type: 'idVerification' }, files });
};

const reason = 'Asked for by the owner';

export const consolePeoplePlans: Plans = {
  listCreatorsToReview: same(({ admin }) => ({ as: admin.token })),
  readCreatorToReview: same(({ admin, star }) => ({ as: admin.token, params: { id: star.id } })),
  openDocuments: aboutCreators(async (stage, creator) => {
    await sendDocument(stage, creator);
    return {};
  }),
  decideCreator: aboutCreators(async (stage, creator) => {
    await sendDocument(stage, creator);
    const { revision } = await stage.app.services.documentReview.read(creator.id);
    return { body: { decision: 'approved', revision } };
  }),
  searchPeople: same(({ admin }) => ({ as: admin.token, query: { q: 'fan' } })),
  readPerson: same(({ admin, star }) => ({ as: admin.token, params: { id: star.id } })),
  readPersonMoney: same(({ admin, star }) => ({ as: admin.token, params: { id: star.id } })),
  listPersonEntries: same(({ admin, star }) => ({ as: admin.token, params: { id: star.id } })),
  addPersonNote: aboutFans({ text: reason }),
  endPersonSessions: aboutFans({}),
  closeAccount: aboutFans({ reason }),
  reopenAccount: {
    calls: async ({ people, admin }) =>
      (await people({ status: 'inactive' })).map(({ id }) => ({ as: admin.token, params: { id }, body: { reason } })),
  },
  resetTwoFactor: {
    calls: async ({ people, admin }) =>
      (await people({ twoStepEnabled: true })).map(({ id }) => ({ as: admin.token, params: { id }, body: { reason } })),
  },
  resendPersonMail: aboutFans({ mail: 'password-reset' }),
  setPayoutHold: aboutCreators(() => ({ body: { reason } })),
  setCommission: aboutCreators(() => ({ body: { commission: 0.15, reason } })),
};
