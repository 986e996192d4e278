const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Tests that start whole programs take longest and run first, so that none is left alone at the end. Within a project, Jest's
 * order stays: slowest last time first, else largest file first.
 */
module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const rank = (test) => ['processes', 'server', 'web'].indexOf(test.context.config.displayName?.name);
    return [...(await super.sort(tests))].sort((a, b) => rank(a) - rank(b));
  }
};
