import { createHash } from 'node:crypto';
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

/**
 * Selects the same items for the same seed. Each has its rank by itself, so that a change of some does not change which others
 * are selected.
 *
 * @template Item
 * @param {Item[]} all
 * @param {{ size: number, seed: string | number, getName: (item: Item) => string }} how
 * @returns {Item[]}
 */
export function takeSample(all, { size, seed, getName }) {
  const getRank = (item) =>
    createHash('sha256')
      .update(`${seed} ${getName(item)}`)
      .digest('hex');
  return all
    .map((item) => ({ item, rank: getRank(item) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ item }) => item);
}
