import { limits } from '@contract/base/limits';
import type { CartLine, Payee } from '@/store/intents';

const isText = (value: unknown): value is string => typeof value === 'string';

function readPayee(value: unknown): Payee | null {
  if (typeof value !== 'object' || value === null) return null;
  const { _id, name, username, avatar } = value as Record<string, unknown>;
  return isText(_id) && isText(name) && isText(username)
    ? { _id, name, username, avatar: isText(avatar) ? avatar : '' }
    : null;
}

/** Drops stored lines that are malformed or from an older version. */
export function readCartLines(stored: readonly Record<string, unknown>[] | undefined): CartLine[] {
  const lines = (stored ?? []).flatMap((row): CartLine[] => {
    const { productId, name, image, address, quantity, price, isDigital, shipsTo } = row;
    const performer = readPayee(row['performer']);
    const isCount = Number.isInteger(quantity) && Number(quantity) >= 1 && Number(quantity) <= limits.orderQuantity;
    if (!performer || !isText(productId) || !isText(name) || !isCount || typeof price !== 'number') return [];
    return [
      {
        productId,
        name,
        performer,
        price,
        quantity: Number(quantity),
        isDigital: isDigital === true,
        image: isText(image) ? image : '',
        address: isText(address) ? address : productId,
        shipsTo: Array.isArray(shipsTo) ? shipsTo.filter(isText) : [],
      },
    ];
  });
  return mergeCarts([], lines).slice(0, limits.cartLines);
}

/** Takes the larger quantity of a product that is in both carts, because both may mean the same units. */
export function mergeCarts(one: readonly CartLine[], other: readonly CartLine[]): CartLine[] {
  const merged = new Map<string, CartLine>();
  for (const line of [...one, ...other]) {
    const known = merged.get(line.productId);
    merged.set(line.productId, known ? { ...known, quantity: Math.max(known.quantity, line.quantity) } : line);
  }
  return [...merged.values()].slice(0, limits.cartLines);
}

/** Lines of one creator, which are shipped together for one shipping charge. */
export interface Parcel {
  performer: Payee;
  lines: CartLine[];
}

export function groupByParcel(lines: readonly CartLine[]): Parcel[] {
  const parcels = new Map<string, Parcel>();
  for (const line of lines) {
    const parcel = parcels.get(line.performer._id);
    if (parcel) parcel.lines.push(line);
    else parcels.set(line.performer._id, { performer: line.performer, lines: [line] });
  }
  return [...parcels.values()];
}
