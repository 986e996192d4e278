/** What is left: this page alone, or the account, which has more to lose. */
type Exit = 'page' | 'account';

/** Asks before that, and calls `leave` if it is wanted. @returns false when nothing would be lost. */
type LeaveQuestion = (leave: () => void) => boolean;

/** The newest last. Next.js itself keeps a single one. */
const questions: { question: LeaveQuestion; exit: Exit }[] = [];

/** @param exit `account` is asked at a log-out only. @returns takes the question back. */
export function addLeaveQuestion(question: LeaveQuestion, exit: Exit = 'page'): () => void {
  const added = { question, exit };
  questions.push(added);
  return () => void questions.splice(questions.indexOf(added), 1);
}

/** Asks the questions from the newest on, until one is answered by staying. @returns whether anything was asked. */
export function confirmLeave(leave: () => void, exit: Exit, among = questions.toReversed()): boolean {
  return among.some((one, index) => {
    const askNext = () => confirmLeave(leave, exit, among.slice(index + 1)) || leave();
    return questions.includes(one) && (one.exit === 'page' || exit === 'account') && one.question(askNext);
  });
}

/** Leaves the page by something other than a link, after the same questions. */
export function leavePage(leave: () => void): void {
  if (!confirmLeave(leave, 'page')) leave();
}

/** Logs out, after the questions of the page and of the account. */
export function leaveAccount(leave: () => void): void {
  if (!confirmLeave(leave, 'account')) leave();
}
