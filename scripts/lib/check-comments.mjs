/** Matches the beginning of a comment line. */
const start = String.raw`^\s*(?:/\*\*?|//|\*|\{/\*)\s*`;

/**
 * Wording that readers would have to decode, and the plain form to use. Patterns with hardly any false alarms are refused; the
 * others are only counted.
 *
 * @type {{ pattern: RegExp; better: string; isRefused: boolean }[]}
 */
const patterns = [
  refuse(`${start}(?:What|Who|Whoever|Whose|Of late|Behind|As it)\\b`, 'begin with the subject'),
  refuse(
    `${start}(?:The same|Those|Of (?:an?|the|all|what|whom|one|two|those)|As \`)`,
    'begin with the subject: a noun, or the verb of a function',
  ),
  refuse(String.raw`\b[Ww]ho(?:m|se)?(?:so)?ever\b`, 'name the person: fan, creator, caller'),
  refuse(
    String.raw`\b(?:tells?|told|hears?|heard) (?:of|nobody|everybody|it|them|so|how|when|what|who|whether|by)\b(?! apart)`,
    'publish, notify, receive, return',
  ),
  refuse(
    String.raw`\b(?:anew|all the same|as ever|of late|for want of|goes for nothing|altogether|hardly anybody|sake|but for|be it)\b`,
    'again, still, without, except, or nothing',
  ),
  warn(`${start}(?:Nothing|Nobody|(?:Some|Every)(?:body|thing)|Anybody)\\b`, 'begin with the subject'),
  warn(
    String.raw`\b(?:for|of|by|to|than|and|but) whom? (?!(?:is|was|are|were)\b)\w+`,
    'name the person: fan, creator, caller',
  ),
  warn(
    String.raw`\b(?:of|for|by|to|from|with|than|as) what (?:is|was|comes?|came|goes|lies|stands|waits|they|it|others)\b`,
    'name the thing',
  ),
  warn(
    String.raw`\b(?:is|are|was|were) (?:here|there|gone|out|off|over)\b`,
    'exists, expired, deleted, ended, published',
  ),
  warn(String.raw`\b(?:[Ss]ome|[Nn]o|[Ee]very|[Aa]ny)body\b`, 'name the person: fan, creator, caller, account'),
  warn(String.raw`\b(?:under way|on (?:its|their|his|the) way|in work)\b`, 'pending, running, processing'),
  warn(
    String.raw`\b(?:houses?|doors?|gate|wings?|seals?|shel(?:f|ves)|papers|books|rooms?)\b`,
    'the term of the field, unless it is a room of socket.io or of a show',
  ),
];

function refuse(source, better) {
  return { pattern: new RegExp(source), better, isRefused: true };
}

function warn(source, better) {
  return { pattern: new RegExp(source), better, isRefused: false };
}

const isComment = (line) => /^\s*(?:\/\*|\/\/|\*|\{\/\*)/.test(line);

/**
 * Finds comments that are not in plain English: the subject first, usual terms, no riddles.
 *
 * @param {Iterable<[file: string, source: string]>} sources
 * @returns {{ finding: string; isRefused: boolean }[]} one entry per match
 */
export function checkComments(sources) {
  return [...sources].flatMap(([file, source]) =>
    source.split('\n').flatMap((line, index) =>
      isComment(line)
        ? patterns
            .filter(({ pattern }) => pattern.test(line))
            .map(({ better, isRefused }) => ({
              finding: `${file}:${index + 1}: ${line.trim()}\n    better: ${better}`,
              isRefused,
            }))
        : [],
    ),
  );
}
