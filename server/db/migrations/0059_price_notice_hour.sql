-- A higher price announced for the renewal after that of its day: renewals moved from 0:00 to 10:00 UTC, so it would begin one
-- renewal too early.
UPDATE subscriptions SET next_price_from = next_price_from + interval '10 hours'
  WHERE next_price > price AND next_price_from > date_trunc('day', next_recurring_date, 'UTC') AND next_price_from <= next_recurring_date;--> statement-breakpoint
UPDATE platform_subscriptions SET next_price_from = next_price_from + interval '10 hours'
  WHERE next_price > price AND next_price_from > date_trunc('day', next_recurring_date, 'UTC') AND next_price_from <= next_recurring_date;
