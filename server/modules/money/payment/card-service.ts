import { limits } from '@contract/base/limits';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Executor, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { PeopleService } from '../../identity/people/people-service';
import type { EmailVerificationService } from '../../identity/auth/credentials/email-verification-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { addCard, addOrFindCard, canSaveCards, type Cards } from './add-card';
import { createCardRepository, type CardRow } from './card-repository';
import { removeAllCards, removeCard } from './remove-card';

type CardFields = EndpointPart<'addCard', 'body'>;
type CardView = EndpointReply<'addCard'>;
export type { CardRow } from './card-repository';
export type CardService = ReturnType<typeof createCardService>;

interface CardDeps {
  people: PeopleService;
  settings: SettingsService;
  emailVerification: Pick<EmailVerificationService, 'sendLink'>;
}

/** Saved cards. The gateway stores the card, and we store a token for it. */
export function createCardService(
  { db, clock, jobs, gateways }: Pick<ServerContext, 'db' | 'clock' | 'jobs' | 'gateways'>,
  { people, settings, emailVerification }: CardDeps,
) {
  const repository = createCardRepository(db);
  const cards: Cards = { db, clock, jobs, gateways, repository, people, settings };
  const present = (row: CardRow) => presentCard(row, gateways.payment.isProduction);

  return {
    present,

    add: async (actor: Actor, fields: CardFields): Promise<CardView> => present(await addCard(cards, actor, fields)),

    addOrFind: (actor: Actor, fields: CardFields) => addOrFindCard(cards, actor, fields),

    async list(actor: Actor, query: EndpointPart<'listCards', 'query'>): Promise<EndpointReply<'listCards'>> {
      const { rows, total } = await repository.list(actor.id, query);
      return { data: rows.map(present), total };
    },

    checkEmail: (actor: Actor, query: EndpointPart<'checkCardEmail', 'query'>) =>
      checkEmail(cards, emailVerification, actor, query),

    async setDefault(actor: Actor, idOrToken: string): Promise<CardView> {
      return inTransaction(db, async (tx) => {
        await repository.lockOwner(actor.id, tx);
        const card = requireFound(await repository.find(actor.id, idOrToken, tx));
        return present(await repository.setDefault(actor.id, card.id, clock.now(), tx));
      });
    },

    remove: (actor: Actor, idOrToken: string) => removeCard(cards, actor, idOrToken),
    removeAll: (userId: string, tx: Tx) => removeAllCards(cards, userId, tx),

    detach: ({ token }: { token: string }): Promise<void> => gateways.payment.detachCard(token),

    /** For a payment that the card holder was present for, and in which the bank also agreed to charges in their absence. */
    confirm: repository.confirm,

    /** Checks whether the bank has agreed to charges in the card holder's absence since the card was saved. */
    async refresh(setupId: string): Promise<void> {
      const token = await gateways.payment.findConfirmedCard?.(setupId);
      if (token) await repository.confirm(token);
    },

    /** Finds a card by id or token; never falls back to the default card. Wire contract 2.13. @throws AppError CARD_REQUIRED */
    async choose(userId: string, idOrToken: string | null | undefined, tx?: Executor): Promise<CardRow> {
      const card = idOrToken ? await repository.find(userId, idOrToken, tx) : null;
      if (!card) throw new AppError('CARD_REQUIRED');
      return card;
    },

    async byId(userId: string): Promise<Map<string, CardRow>> {
      const { rows } = await repository.list(userId, { limit: limits.listMax, offset: 0 });
      return new Map(rows.map((row) => [row.id, row]));
    },

    /** Contains empty strings if the gateway has no fingerprints. */
    listFingerprints: repository.listFingerprints,

    /** The subscription's own card, else the default one; null if the account has no cards. */
    async findForRenewal(userId: string, cardId: string | null, tx?: Executor): Promise<CardRow | null> {
      const own = cardId === null ? null : await repository.find(userId, cardId, tx);
      return own ?? repository.findDefault(userId, tx);
    },

    /** `findForRenewal` for many subscriptions of one account, with one query. */
    async readRenewalCards(userId: string): Promise<(cardId: string | null) => CardRow | null> {
      const { rows } = await repository.list(userId, { limit: limits.listMax, offset: 0 });
      return (cardId) => rows.find(({ id }) => id === cardId) ?? rows.find(({ isDefault }) => isDefault) ?? null;
    },
  };
}

/** Whether the actor can save a card. If not, mails them a link to verify their email address. */
async function checkEmail(
  cards: Cards,
  emailVerification: CardDeps['emailVerification'],
  actor: Actor,
  { returnTo }: EndpointPart<'checkCardEmail', 'query'>,
): Promise<EndpointReply<'checkCardEmail'>> {
  if (await canSaveCards(cards, actor.id)) return { verifiedEmail: true, sent: false };
  const { email } = requireFound(await cards.people.find(actor.id)).account;
  if (email === null) return { verifiedEmail: false, sent: false };
  await inTransaction(cards.db, (tx) => emailVerification.sendLink({ id: actor.id, email, returnTo }, tx));
  return { verifiedEmail: false, sent: true };
}

/** Wire contract 3.11. */
function presentCard(row: CardRow, isProduction: boolean): CardView {
  return {
    _id: row.id,
    source: 'user',
    sourceId: row.userId,
    paymentGateway: row.paymentGateway as CardView['paymentGateway'],
    customerId: row.customerId,
    token: row.token,
    holderName: row.holderName,
    brand: row.brand,
    last4Digits: row.last4Digits,
    month: row.month,
    year: row.year,
    isProduction,
    setupClientSecret: row.setupSecret,
    isDefault: row.isDefault,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
