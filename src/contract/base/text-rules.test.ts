import { readdirSync } from 'node:fs';
import { howBusy } from '../../../tests/harness/how-busy';
import { routes } from '../index';
import { line, DateText, HttpUrl, text } from './field-schemas';
import { reservedUsernames, usernamePattern } from './limits';
import { passesForSite } from './reserved-names';
import fc from 'fast-check';
import { cleanLine, cleanText, dropHidden, dropMarkup } from './text-rules';

describe('F-10: texts', () => {
  it('lose control and direction characters and keep line breaks and all scripts', () => {
    expect(dropHidden('a\0b\u202ec\u2066d\x07\n\te')).toBe('abcd\n\te');
    expect(text(40).parse(' 日本語 👩‍👧 می‌نا \u202e ')).toBe('日本語 👩‍👧 می‌نا');
  });

  it('of one line lose line breaks, invisible characters and stacks of combining marks', () => {
    expect(cleanLine(' Zo\u200bë\u00ad \n Lin\u2060d\ufeff ')).toBe('Zoë Lind');
    expect(cleanLine('\u3164\u2800\u200b\u115f')).toBe('');
    expect(cleanLine(`a${'\u0301'.repeat(50)}`).length).toBeLessThanOrEqual(4);
    expect(cleanLine('e\u0301')).toBe('é');
    expect(cleanLine('👩‍👧 می‌نا')).toBe('👩‍👧 می‌نا');
    expect(cleanLine('a\u200db')).toBe('ab');
  });

  it('count as empty if they have only invisible characters', () => {
    expect(line(40).min(1).safeParse('\u200b\u3164').success).toBe(false);
    expect(text(40).parse(' \u200b\u2060\n\u3164 ')).toBe('');
    expect(text(40).parse('\u200ba')).toBe('\u200ba');
  });
});

describe('specification 5: markup removal', () => {
  it.each([
    ['Good <b>morning</b>, <i class="x">all</i>', 'Good morning, all'],
    ['One<!-- two --> three<br/>', 'One three'],
    ['<script>alert(1)</script>Hello<style>p{}</style>', 'Hello'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<<b>script>alert(1)<</b>/script>', 'script>alert(1)/script>'],
    ['<scr<b>ipt>', 'ipt>'],
    ['a <!-- never ends', 'a  never ends'],
    ['<!doctype html><?php x ?>text</ p>', 'text'],
    ['<script>no end', 'no end'],
    ['<!-- a <b> c', ' a  c'],
  ])('removes tags and comments: %s', (written, kept) => expect(dropMarkup(written)).toBe(kept));

  it.each(['a < b and c > d', 'I <3 you', '<- back', '1<2', '<>', 'x <b', '日本 <日本>', 'Tom & Zoë'])(
    'leaves %s unchanged',
    (written) => expect(cleanText(written)).toBe(written),
  );

  it.each([
    ['<hugs>', '‹hugs›'],
    ['if a<b and c>d then', 'if a‹b and c›d then'],
    ['<b and c onclick=alert(1)>d', 'd'],
    ['<b and <script>alert(1)</script>', '‹b and ‹script›alert(1)'],
    ['I <love you all & 2<3> it', 'I ‹love you all & 2‹3› it'],
    ['Dear <name>, <b>thanks</b>', 'Dear ‹name›, thanks'],
    ['<you onclick=alert(1)>', '‹you onclick=alert(1)›'],
    ['<x<script>alert(1)</script>', 'alert(1)'],
    ['</nobody><x-y>', '‹/nobody›‹x-y›'],
    ['Knit <k2tog, p2> to end', 'Knit ‹k2tog, p2› to end'],
    ['if(a<b){c>d}', 'if(a‹b){c›d}'],
    ['if a<b then c=1', 'if a‹b then c=1'],
    ['<img src=x onerror=alert(1)//', '‹img src=x onerror=alert(1)//'],
    ['<https://</-->-->', '‹https://‹/--›-->'],
  ])('keeps words in brackets: %s', (written, kept) => expect(dropMarkup(written)).toBe(kept));

  it('keeps addresses in angle brackets', () => {
    expect(cleanLine('Zoë <zoe@example.com>')).toBe('Zoë zoe@example.com');
    expect(cleanText('See <https://example.com/a?b=1>!')).toBe('See https://example.com/a?b=1!');
  });

  it('leaves no tag for any input and is idempotent', () => {
    const piece = fc.constantFrom('<', '>', '/', '!--', '-->', 'b', 'script', ' ', '=', '"', '@', 'x', 'https://');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const kept = dropMarkup(pieces.join(''));
        expect(kept).not.toMatch(/<[a-z/!?][^>]*>|<!--/i);
        expect(dropMarkup(kept)).toBe(kept);
      }),
      { numRuns: 3_000 },
    );
  });

  it('takes linear time for any nesting', () => {
    const started = performance.now();
    for (const unit of ['<b', '<', '<!--', '<script>', '<b>', '<a =', '<<b>', '<x@y>', '</'])
      for (const end of ['', '>', '-->', '</script>']) dropMarkup(unit.repeat(20_000) + end.repeat(1_000));
    expect(performance.now() - started).toBeLessThan(3_000 * howBusy());
  });
});

describe('F-10: dates and links', () => {
  it.each(['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31', '9999-12-31T23:59:59Z', '2026-02-30'])(
    'rejects the date %s',
    (date) => expect(DateText.safeParse(date).success).toBe(false),
  );
  it.each(['1900-01-01', '2199-12-31', '2026-02-28T10:00:00+02:00'])('accepts the date %s', (date) =>
    expect(DateText.parse(date)).toBe(date),
  );
  it('rejects a link with credentials before its host', () => {
    for (const url of [
      'https://bank.example@evil.example/',
      'https://user:password@evil.example',
      'https://:x@evil.example',
    ])
      expect(HttpUrl.safeParse(url).success).toBe(false);
    expect(HttpUrl.safeParse('https://example.test/@ines?mail=a@b.test').success).toBe(true);
  });
});

describe('F-10: reserved names', () => {
  it.each([
    'Moderator',
    'moderators',
    'M o d e r a t o r',
    'Support',
    'supp0rt',
    'SUPPORT!',
    'Ѕuррort',
    'Admin',
    'Adm1n',
    'Official',
    'Ovela',
    'The Ovela Team',
    '0vela',
    'Оvеlа Support',
    'ovela_official',
    'Support Ovela',
    'Ｏｖｅｌａ',
    'Öfficial',
    'Customer Service',
    'Trust & Safety',
  ])('%s could be mistaken for the site', (name) => expect(passesForSite(name, 'Ovela')).toBe(true));

  it.each([
    'Zoë Lind',
    'Ines',
    'Suvi',
    'Omar',
    'Adminah',
    'Support Act',
    'Ovelasco',
    'Velo Ovela Club',
    'Modesty',
    'Helpa',
    'Marit',
    '日本',
    '👩‍👧',
    'Team Bea',
    '',
  ])('%s could not be mistaken for the site', (name) => expect(passesForSite(name, 'Ovela')).toBe(false));

  it('reserves the first path segments of pages and calls', () => {
    const pages = readdirSync('pages').map((name) => name.replace(/\.tsx$/, ''));
    const firsts = [
      ...pages,
      ...readdirSync('public'),
      ...Object.values(routes).map(({ path }) => path.split('/')[1] ?? ''),
    ];
    const free = new Set(firsts.filter((first) => usernamePattern.test(first) && !reservedUsernames.has(first)));
    expect([...free].filter((first) => first !== 'index')).toEqual([]);
  });
});
