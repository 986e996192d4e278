/** A file is not what it should be, or more than is taken; trying again would not help. The message is for its owner. */
export class UnreadableMedia extends Error {
  override readonly name = 'UnreadableMedia';
}
