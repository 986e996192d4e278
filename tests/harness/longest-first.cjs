const { default: Sequencer } = require('@jest/test-sequencer');

/** Runs tests that start whole programs first, so that no long test is left alone at the end. Others keep Jest's order. */
module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const rank = (test) => ['processes', 'server', 'web'].indexOf(test.context.config.displayName?.name);
    return [...(await super.sort(tests))].sort((a, b) => rank(a) - rank(b));
  }
};
