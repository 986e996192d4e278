import type { EndpointPart } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { PaymentRefused, type AttachedCard } from '../../../gateways/payment';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { CardRepository, CardRow } from './card-repository';

type CardFields = EndpointPart<'addCard', 'body'>;

export interface Cards extends Pick<ServerContext, 'db' | 'clock' | 'jobs' | 'gateways'> {
  repository: CardRepository;
  people: Pick<PeopleService, 'find'>;
  settings: SettingsService;
}

/** @throws AppError CARD_DUPLICATE, CARD_DECLINED, GATEWAY_FAILED, EMAIL_NOT_VERIFIED, PROVIDER_NOT_CONFIGURED. */
export async function addCard(cards: Cards, actor: Actor, fields: CardFields): Promise<CardRow> {
  const { db, repository, jobs } = cards;
  const card = await attachCard(cards, actor, fields);
  const saved = await inTransaction(db, async (tx) => {
    await repository.lockOwner(actor.id, tx);
    const isKnown = (await repository.findByFingerprint(actor.id, card.fingerprint, tx)) !== null;
    return isKnown ? null : saveCard(cards, actor, fields, card, tx);
  });
  if (saved) return saved;
  await jobs.send('detach-card', { token: card.token });
  throw new AppError('CARD_DUPLICATE');
}

/**
 * Saves a card, or updates the expiry if it is already saved. For payments with a new card, which can be repeated.
 *
 * @throws AppError CARD_DECLINED, GATEWAY_FAILED, EMAIL_NOT_VERIFIED, PROVIDER_NOT_CONFIGURED
 */
export async function addOrFindCard(cards: Cards, actor: Actor, fields: CardFields): Promise<CardRow> {
  const { db, clock, jobs, repository } = cards;
  const card = await attachCard(cards, actor, fields);
  return inTransaction(db, async (tx) => {
    await repository.lockOwner(actor.id, tx);
    const saved = await repository.findByFingerprint(actor.id, card.fingerprint, tx);
    if (!saved) return saveCard(cards, actor, fields, card, tx);
    const { token, customerId, setupSecret = null } = card;
    const values = { token, customerId, setupSecret, ...getExpiry(fields, card), updatedAt: clock.now() };
    if (saved.token !== token) await jobs.send('detach-card', { token: saved.token }, { tx });
    return repository.renew(saved.id, values, tx);
  });
}

export async function canSaveCards({ settings, people }: Cards, accountId: string): Promise<boolean> {
  const { requireEmailVerification } = await settings.read();
  if (!requireEmailVerification) return true;
  return requireFound(await people.find(accountId)).account.verifiedEmail;
}

async function attachCard(cards: Cards, actor: Actor, fields: CardFields): Promise<AttachedCard> {
  const { gateways, repository } = cards;
  if (fields.paymentGateway !== gateways.payment.name) throw new AppError('PROVIDER_NOT_CONFIGURED');
  if (!(await canSaveCards(cards, actor.id))) throw new AppError('EMAIL_NOT_VERIFIED');
  try {
    const customerId = (await repository.findNewest(actor.id))?.customerId || undefined;
    return await gateways.payment.attachCard({ token: fields.token, accountId: actor.id, customerId });
  } catch (error) {
    if (error instanceof PaymentRefused) throw new AppError('CARD_DECLINED', { message: error.message });
    throw new AppError('GATEWAY_FAILED', { details: error });
  }
}

/** Stores brand and last digits as the gateway reports them, not the request. An account's first card becomes its default. */
async function saveCard(
  { repository, clock, gateways }: Cards,
  actor: Actor,
  fields: CardFields,
  card: AttachedCard,
  tx: Tx,
): Promise<CardRow> {
  const now = clock.now();
  const hasDefault = (await repository.findDefault(actor.id, tx)) !== null;
  const row = await repository.insert(
    {
      userId: actor.id,
      paymentGateway: gateways.payment.name,
      customerId: card.customerId,
      token: card.token,
      fingerprint: card.fingerprint,
      setupSecret: card.setupSecret ?? null,
      holderName: fields.holderName ?? '',
      brand: card.brand,
      last4Digits: card.last4,
      ...getExpiry(fields, card),
      isDefault: !hasDefault,
      createdAt: now,
      updatedAt: now,
    },
    tx,
  );
  return fields.isDefault && hasDefault ? repository.setDefault(actor.id, row.id, now, tx) : row;
}

/** Uses the expiry from the gateway if it sends one, else that from the request. */
function getExpiry(fields: CardFields, card: AttachedCard): { month: string; year: string } {
  const year = fields.year.length === 2 ? `20${fields.year}` : fields.year;
  return { month: card.month ?? fields.month.padStart(2, '0'), year: card.year ?? year };
}
