const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * What starts whole programs takes longest and begins first, so that no worker is left with it alone at the end. Within
 * a project Jest's own order stays: what took long last time first, else the largest file.
 */
module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const rank = (test) => ['processes', 'server', 'web'].indexOf(test.context.config.displayName?.name);
    return [...(await super.sort(tests))].sort((a, b) => rank(a) - rank(b));
  }
};
