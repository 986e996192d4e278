import type { Env } from './env';

/** Progress of a start, shown by `scripts/start.mjs`. */
export interface StartStage {
  stage: string;
  done?: number;
  of?: number;
}

export type OnStage = (stage: StartStage) => void;

/** @param site what the start found in the database */
export function describeStart(env: Env, site: { contactEmail: string; hasDemoContent: boolean }): string[] {
  if (!env.isPublic) return env.DEMO ? [describeDemo(env)] : [];
  if (!env.SANDBOX) return [describeMissing(env, site), ...(site.hasDemoContent && !env.DEMO ? [DEMO_REMAINS] : [])];
  return [
    ...(env.DEMO ? [describeDemo(env)] : []),
    'SANDBOX=1 on a public address: test cards work, and anyone can log in as anyone. Use it only to try the site.',
    ...(hasSender(env) ? [] : [`Missing: ${MISSING_SENDER}.`]),
  ];
}

const DEMO_REMAINS =
  'The database still has the people, posts and sales of the demo, which visitors of this site see. Start with an empty one: stop the site, and delete DATA_DIR or name another.';

const MISSING_SENDER = 'a sender (MAIL_FROM, such as no-reply@your.domain; mail servers reject senders at localhost)';

const MISSING_CONTACT =
  'an email for messages (console, Settings, Email for messages; until then, the contact form refuses them)';

const MISSING_COUNTRY =
  'the country of visitors (COUNTRY_HEADER or GEO_IP_URL; until then, only what is shipped is taxed, and no country is kept out)';

const hasSender = ({ MAIL_FROM }: Env) => !/@localhost>?$/i.test(MAIL_FROM.trim());

function describeDemo({ SMTP_URL, SMS_URL }: Env): string {
  const kept = [...(SMTP_URL ? [] : ['emails']), ...(SMS_URL ? [] : ['texts'])].join(' and ');
  const logins =
    'Demo log-ins: fan@demo.test, creator@demo.test and operator@demo.test, all with demo-password. A live show to watch: npm run demo-show.';
  if (kept === '') return logins;
  const sentence = `${kept} are not sent but shown at /sandbox/outbox of the API.`;
  return `${logins} ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

/** Lists what a public site still lacks. Promises W-11. */
function describeMissing(env: Env, { contactEmail }: { contactEmail: string }): string {
  const missing = [
    ...(env.STRIPE_SECRET_KEY ? [] : ['card payments (STRIPE_SECRET_KEY; off)']),
    ...(env.SMTP_URL
      ? []
      : [
          'a mail server (SMTP_URL; until then, emails are only written to DATA_DIR/outbox, and the contact form refuses messages)',
        ]),
    ...(contactEmail === '' ? [MISSING_CONTACT] : []),
    ...(hasSender(env) ? [] : [MISSING_SENDER]),
    ...(env.SMS_URL ? [] : ['a text message service (SMS_URL; log-in by phone is off)']),
    ...(env.GOOGLE_CLIENT_ID ? [] : ['Google log-in (GOOGLE_CLIENT_ID; off)']),
    ...(env.TWITTER_API_KEY ? [] : ['Twitter log-in (TWITTER_API_KEY; off)']),
    ...[env.WEB_PUBLIC_URL, env.API_PUBLIC_URL]
      .filter((url) => !url.startsWith('https:'))
      .map((url) => `https for ${url}`),
    ...(env.COUNTRY_HEADER || env.GEO_IP_URL ? [] : [MISSING_COUNTRY]),
    ...(env.BACKUP_DIR ? [] : ['a nightly backup (BACKUP_DIR)']),
  ];
  return (
    `This site has a public address, so no demo content is made, there is no sandbox, and demo accounts cannot log in. ` +
    `Missing for production: ${missing.join('; ')}. To try the site with sandboxes anyway, set SANDBOX=1.`
  );
}
