-- Renewals that were due at 0:00 UTC: then it is still the day before in America, where the site names that day.
UPDATE subscriptions SET next_recurring_date = next_recurring_date + interval '10 hours'
  WHERE status = 'active' AND next_recurring_date = date_trunc('day', next_recurring_date, 'UTC');--> statement-breakpoint
UPDATE platform_subscriptions SET next_recurring_date = next_recurring_date + interval '10 hours'
  WHERE status = 'active' AND next_recurring_date = date_trunc('day', next_recurring_date, 'UTC');
