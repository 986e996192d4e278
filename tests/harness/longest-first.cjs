const { default: Sequencer } = require('@jest/test-sequencer');

/** Tests that start whole programs take longest: run first, none is left alone at the end. Else Jest's own order stays. */
module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const rank = (test) => ['processes', 'server', 'web'].indexOf(test.context.config.displayName?.name);
    return [...(await super.sort(tests))].sort((a, b) => rank(a) - rank(b));
  }
};
