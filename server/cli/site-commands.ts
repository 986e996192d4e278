import { explainNotFound, usage, type OperatorCommand } from './operator-command';

const LISTED = 200;

export const siteCommands: Record<string, OperatorCommand> = {
  'settings list': {
    takes: '',
    says: 'prints all settings',
    run: async ({ settings }) => JSON.stringify(await settings.read(), null, 2),
  },
  'settings get': {
    takes: '<key>',
    says: 'prints one setting',
    async run({ settings }, [key = '']) {
      const value = new Map<string, unknown>(Object.entries(await settings.read())).get(key);
      if (value === undefined) throw new Error(`There is no setting ${key}.`);
      return JSON.stringify(value);
    },
  },
  'settings set': {
    takes: '<key> <value>',
    permission: 'manageSite',
    says: 'changes one setting; the value is JSON or plain text',
    async run({ settings }, [key, ...words], { operator }) {
      if (key === undefined || words.length === 0) throw usage('<key> <value>');
      await settings.writeText(key, words.join(' '), operator);
      return `${key} is set.`;
    },
  },
  'countries set': {
    takes: '[code …]',
    permission: 'manageSite',
    says: 'closes the site to these countries and opens it to all others',
    async run({ block }, codes, { operator }) {
      const wrong = codes.filter((code) => !/^[A-Za-z]{2}$/.test(code));
      if (wrong.length > 0) throw new Error(`Not a two-letter country code: ${wrong.join(', ')}`);
      await block.closeSiteTo(
        codes.map((code) => code.toUpperCase()),
        operator,
      );
      return codes.length === 0 ? 'The site is open everywhere.' : `The site is closed to ${codes.join(', ')}.`;
    },
  },
  'category set': {
    takes: '<slug> <ordering> <name>',
    permission: 'manageSite',
    says: 'adds or renames a category of creators',
    async run({ reference }, [slug, ordering, ...name], { operator }) {
      if (slug === undefined || name.length === 0) throw usage('<slug> <ordering> <name>');
      const category = { slug, ordering: Number(ordering) || 0, name: name.join(' ') };
      await reference.saveCategory(category, operator);
      return `Category ${slug} is set.`;
    },
  },
  'promo add': {
    takes: '<title> [description] [link]',
    permission: 'manageSite',
    says: 'adds an announcement to Home and Discover; quote each argument',
    async run({ reference }, [title = '', description = '', link = ''], { operator }) {
      if (title.trim() === '') throw usage('<title> [description] [link]');
      if (link !== '' && !/^(\/(?!\/)|https?:\/\/)/.test(link)) throw new Error(`Not a path or a web address: ${link}`);
      return `${await reference.addBanner({ title, description, link }, operator)} is shown.`;
    },
  },
  'promo list': {
    takes: '',
    says: 'lists the announcements, newest first',
    async run({ reference }) {
      const promos = await reference.listAllBanners();
      if (promos.length === 0) return 'There are no announcements.';
      return promos.map(({ id, status, title, link }) => [id, status, title, link].join('  ').trim()).join('\n');
    },
  },
  'promo remove': {
    takes: '<id>',
    permission: 'manageSite',
    says: 'removes an announcement',
    async run({ reference }, [id = ''], { operator }) {
      await reference.removeBanner(id, operator).catch(explainNotFound(`There is no announcement ${id}.`));
      return `${id} was removed.`;
    },
  },
  'coupon list': {
    takes: '[code]',
    says: 'lists the coupons with their uses, newest first',
    async run({ siteText }, [q]) {
      const { data } = await siteText.listCoupons({ q, limit: LISTED, offset: 0 });
      if (data.length === 0) return 'There are no coupons.';
      const describe = ({ code, value, used, usesLeft, expiredDate, state }: (typeof data)[number]) =>
        `${code}  ${Math.round(value * 100)} %  ${used} used, ${usesLeft} left  until ${expiredDate.slice(0, 10)}  ${state}`;
      return data.map(describe).join('\n');
    },
  },
  'coupon end': {
    takes: '<code>',
    permission: 'manageSite',
    says: 'ends a coupon now',
    async run({ coupon }, [code = ''], { operator }) {
      await coupon.end(code, operator).catch(explainNotFound(`There is no coupon ${code}.`));
      return `${code.toUpperCase()} has ended.`;
    },
  },
  'coupon set': {
    takes: '<code> <percent> <uses> <last day>',
    permission: 'manageSite',
    says: 'creates a coupon, as in WELCOME20 20 500 2031-12-31',
    async run({ coupon }, [code, percent, uses, lastDay], { operator }) {
      if (!code || !percent || !uses || !lastDay) throw usage('<code> <percent> <uses> <last day>');
      await coupon.save({ code, off: Number(percent) / 100, uses: Number(uses), lastDay }, operator);
      return `${code.toUpperCase()} takes ${percent} % off, ${uses} times, until ${lastDay}.`;
    },
  },
};
