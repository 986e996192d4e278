import { parseSync } from 'oxc-parser';

/** Replacements that cause off-by-one bounds, inverted conditions or wrong arithmetic. */
const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};

/**
 * @typedef {object} Mutant
 * @property {number} start offset of the replaced text
 * @property {number} end
 * @property {string} text the replacement
 * @property {number} line counted from 1
 */

/** @param {string} file path from the root; its extension selects the parser @returns {Mutant[]} in the order of the source */
export function listMutants(file, source) {
  const found = [];
  const add = (start, end, text) => {
    const line = source.slice(0, start).split('\n').length;
    found.push({ start, end, text, line });
  };
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node?.type !== 'string' || node.type.startsWith('TS') || node.type === 'ImportDeclaration') {
      // Types cannot be mutated, but the expression in `x as T`, `x!` or `x satisfies T` can.
      if (node?.expression) visit(node.expression);
      return;
    }
    mutate(node, source, add);
    for (const key of Object.keys(node)) if (typeof node[key] === 'object' && node[key] !== null) visit(node[key]);
  };
  visit(parseSync(file, source).program.body);
  return found.toSorted((a, b) => a.start - b.start || a.text.localeCompare(b.text));
}

function mutate(node, source, add) {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = OPERATORS[node.operator];
      if (!other) return;
      const between = source.slice(node.left.end, node.right.start);
      const at = node.left.end + between.indexOf(node.operator);
      return add(at, at + node.operator.length, other);
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      add(node.test.start, node.test.end, 'true');
      return add(node.test.start, node.test.end, 'false');
    case 'UnaryExpression':
      return node.operator === '!' ? add(node.start, node.argument.start, '') : undefined;
    case 'Literal':
      if (typeof node.value === 'boolean') return add(node.start, node.end, String(!node.value));
      return Number.isSafeInteger(node.value) ? add(node.start, node.end, String(node.value + 1)) : undefined;
    default:
  }
}

/** Selects the same mutants for the same seed. */
export function takeSample(all, size, seed) {
  const random = createRandom(seed);
  return all
    .map((item) => ({ item, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, size)
    .map(({ item }) => item);
}

/** Linear congruential generator with the constants of Numerical Recipes. @returns numbers from 0 to below 1 */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
