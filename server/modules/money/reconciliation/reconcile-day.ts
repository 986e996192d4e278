import { cents, type Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import type { GatewayMovement, PaymentGateway } from '../../../gateways/payment';
import { moneyText } from '../../../mail/compose-mail';
import { listBooked, type Booked } from './booked-movements';

export interface Comparison {
  movements: number;
  fees: Cents;
  differences: string[];
}

const DAY_MS = 24 * 3600 * 1000;

/** The gateway may record a movement on the day before or after the one in our records. */
const MARGIN_MS = DAY_MS;

type Listing = NonNullable<PaymentGateway['listMovements']>;

/** Compares a day of gateway movements with our records, in both directions. @param from start of the day in UTC */
export async function reconcileDay(db: Db, listMovements: Listing, from: Date): Promise<Comparison> {
  const to = new Date(from.getTime() + DAY_MS);
  const around = { from: new Date(from.getTime() - MARGIN_MS), to: new Date(to.getTime() + MARGIN_MS) };
  const movements: GatewayMovement[] = [];
  for await (const movement of listMovements(around)) movements.push(movement);
  const atGateway = new Map(movements.map((movement) => [getKey(movement), movement]));
  const ofDay = movements.filter(({ createdAt }) => createdAt >= from && createdAt < to);
  const inBooks = new Map((await listBooked(db, around)).map((booked) => [booked.key, booked]));
  const differences: string[] = [];
  for (const movement of ofDay) {
    const difference = compare(movement, inBooks.get(getKey(movement)));
    if (difference !== null) differences.push(difference);
  }
  for (const booked of await listBooked(db, { from, to })) {
    if (!atGateway.has(booked.key))
      differences.push(`${booked.what} of ${moneyText(booked.amount)} is in the ledger, but not at the gateway.`);
  }
  const fees = cents(ofDay.reduce((sum, { fee }) => sum + fee, 0));
  return { movements: ofDay.length, fees, differences };
}

const getKey = ({ kind, objectId }: GatewayMovement): string => `${kind}:${objectId}`;

function compare(movement: GatewayMovement, booked: Booked | undefined): string | null {
  const { kind, objectId, amount } = movement;
  if (kind === 'other') return null;
  const sum = moneyText(cents(Math.abs(amount)));
  if (!booked) return `The gateway has a ${kind} of ${sum} (${objectId}) that is not in the ledger.`;
  return booked.amount === Math.abs(amount)
    ? null
    : `${booked.what} is ${moneyText(booked.amount)} in the ledger, but ${sum} at the gateway (${objectId}).`;
}
