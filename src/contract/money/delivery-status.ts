import { z } from 'zod';

/** Possible changes: `processing` to `shipping` to `delivered`, and any but `refunded` to `refunded`. Wire contract 3.9. */
export const DeliveryStatus = z.enum(['processing', 'shipping', 'delivered', 'refunded']);
