import { limits } from '@contract/base/limits';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Executor, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { PaymentRefused, type AttachedCard } from '../../../gateways/payment';
import type { PeopleService } from '../../identity/people/people-service';
import type { EmailVerificationService } from '../../identity/auth/credentials/email-verification-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { createCardRepository, type CardRow } from './card-repository';

type CardFields = EndpointPart<'addCard', 'body'>;
type CardView = EndpointReply<'addCard'>;
export type { CardRow } from './card-repository';
export type CardService = ReturnType<typeof createCardService>;

export interface CardDependencies {
  people: PeopleService;
  settings: SettingsService;
  emailVerification: Pick<EmailVerificationService, 'sendLink'>;
}

/** Saved cards. The gateway keeps the card, this keeps the gateway's name for it. */
export function createCardService(
  { db, clock, gateways }: Pick<ServerContext, 'db' | 'clock' | 'gateways'>,
  { people, settings, emailVerification }: CardDependencies,
) {
  const repository = createCardRepository(db);
  const present = (row: CardRow) => presentCard(row, gateways.payment.isProduction);

  async function mayHaveCards(accountId: string): Promise<boolean> {
    const { requireEmailVerification } = await settings.read();
    if (!requireEmailVerification) return true;
    return requireFound(await people.find(accountId)).account.verifiedEmail;
  }

  async function attach(actor: Actor, fields: CardFields): Promise<AttachedCard> {
    if (fields.paymentGateway !== gateways.payment.name) throw new AppError('PROVIDER_NOT_CONFIGURED');
    if (!(await mayHaveCards(actor.id))) throw new AppError('EMAIL_NOT_VERIFIED');
    try {
      return await gateways.payment.attachCard({ token: fields.token, accountId: actor.id });
    } catch (error) {
      if (error instanceof PaymentRefused) throw new AppError('CARD_DECLINED', { message: error.message });
      throw new AppError('GATEWAY_FAILED', { details: error });
    }
  }

  /** The gateway knows brand and digits better than the caller; the first card is the default one. */
  async function save(actor: Actor, fields: CardFields, card: AttachedCard, tx: Tx): Promise<CardRow> {
    const now = clock.now();
    const hasDefault = (await repository.findDefault(actor.id, tx)) !== null;
    const row = await repository.insert(
      {
        userId: actor.id,
        paymentGateway: gateways.payment.name,
        customerId: card.customerId,
        token: card.token,
        fingerprint: card.fingerprint,
        holderName: fields.holderName ?? '',
        brand: card.brand,
        last4Digits: card.last4,
        ...expiryOf(fields, card),
        isDefault: !hasDefault,
        createdAt: now,
        updatedAt: now,
      },
      tx,
    );
    return fields.isDefault && hasDefault ? repository.setDefault(actor.id, row.id, now, tx) : row;
  }

  return {
    present,

    async list(actor: Actor, query: EndpointPart<'listCards', 'query'>): Promise<EndpointReply<'listCards'>> {
      const { rows, total } = await repository.list(actor.id, query);
      return { data: rows.map(present), total };
    },

    /** @throws AppError CARD_DUPLICATE, CARD_DECLINED, GATEWAY_FAILED, EMAIL_NOT_VERIFIED. */
    async add(actor: Actor, fields: CardFields): Promise<CardView> {
      const card = await attach(actor, fields);
      return inTransaction(db, async (tx) => {
        await repository.lockOwner(actor.id, tx);
        if (await repository.findByFingerprint(actor.id, card.fingerprint, tx)) throw new AppError('CARD_DUPLICATE');
        return present(await save(actor, fields, card, tx));
      });
    },

    /**
     * Saves a card, or finds it when it was saved before and notes its new expiry: for payments that bring their card
     * along and may be repeated.
     *
     * @throws AppError CARD_DECLINED, GATEWAY_FAILED, EMAIL_NOT_VERIFIED.
     */
    async addOrFind(actor: Actor, fields: CardFields): Promise<CardRow> {
      const card = await attach(actor, fields);
      return inTransaction(db, async (tx) => {
        await repository.lockOwner(actor.id, tx);
        const known = await repository.findByFingerprint(actor.id, card.fingerprint, tx);
        if (!known) return save(actor, fields, card, tx);
        const values = { token: card.token, ...expiryOf(fields, card), updatedAt: clock.now() };
        return repository.renew(known.id, values, tx);
      });
    },

    /** Whether the actor may save a card; sends the confirming link when that is what is missing. */
    async checkEmail(
      actor: Actor,
      { returnTo }: EndpointPart<'checkCardEmail', 'query'>,
    ): Promise<EndpointReply<'checkCardEmail'>> {
      if (await mayHaveCards(actor.id)) return { verifiedEmail: true, sent: false };
      const { email } = requireFound(await people.find(actor.id)).account;
      if (email === null) return { verifiedEmail: false, sent: false };
      await inTransaction(db, (tx) => emailVerification.sendLink({ id: actor.id, email, returnTo }, tx));
      return { verifiedEmail: false, sent: true };
    },

    async setDefault(actor: Actor, idOrToken: string): Promise<CardView> {
      return inTransaction(db, async (tx) => {
        await repository.lockOwner(actor.id, tx);
        const card = requireFound(await repository.find(actor.id, idOrToken, tx));
        return present(await repository.setDefault(actor.id, card.id, clock.now(), tx));
      });
    },

    /** Forgets a card. The newest other one becomes the default; subscriptions renew with that. */
    async remove(actor: Actor, idOrToken: string): Promise<EndpointReply<'deleteCard'>> {
      return inTransaction(db, async (tx) => {
        await repository.lockOwner(actor.id, tx);
        const card = requireFound(await repository.find(actor.id, idOrToken, tx));
        await repository.remove(card.id, tx);
        const next = card.isDefault ? await repository.findNewest(actor.id, tx) : null;
        if (next) await repository.setDefault(actor.id, next.id, clock.now(), tx);
        return { deleted: true };
      });
    },

    /**
     * The card to pay with, named by id or token. The default card is what a person is offered first, never what a call
     * without a card means. Wire contract 2.13.
     *
     * @throws AppError CARD_REQUIRED when none is named or there is no such card.
     */
    async choose(userId: string, idOrToken: string | null | undefined, tx?: Executor): Promise<CardRow> {
      const card = idOrToken ? await repository.find(userId, idOrToken, tx) : null;
      if (!card) throw new AppError('CARD_REQUIRED');
      return card;
    },

    /** A person's saved cards by id. */
    async byId(userId: string): Promise<Map<string, CardRow>> {
      const { rows } = await repository.list(userId, { limit: limits.listMax, offset: 0 });
      return new Map(rows.map((row) => [row.id, row]));
    },

    /** The gateway's marks of a person's saved cards; empty ones of a gateway that tells none. */
    listFingerprints: repository.listFingerprints,

    /** The card a subscription renews with: its own, else the default one; null when nothing is saved. */
    async findForRenewal(userId: string, cardId: string | null, tx?: Executor): Promise<CardRow | null> {
      const own = cardId === null ? null : await repository.find(userId, cardId, tx);
      return own ?? repository.findDefault(userId, tx);
    },

    /** The same for all subscriptions of a person at once. @returns a function of a subscription's own card. */
    async readRenewalCards(userId: string): Promise<(cardId: string | null) => CardRow | null> {
      const { rows } = await repository.list(userId, { limit: limits.listMax, offset: 0 });
      return (cardId) => rows.find(({ id }) => id === cardId) ?? rows.find(({ isDefault }) => isDefault) ?? null;
    },
  };
}

/** The gateway's word on the expiry, else the caller's. */
function expiryOf(fields: CardFields, card: AttachedCard): { month: string; year: string } {
  const year = fields.year.length === 2 ? `20${fields.year}` : fields.year;
  return { month: card.month ?? fields.month.padStart(2, '0'), year: card.year ?? year };
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
    isDefault: row.isDefault,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
