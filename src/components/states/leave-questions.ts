/** A logout (`account`) can lose more than leaving the page. */
type Exit = 'page' | 'account';

/** Asks the user, and calls `leave` if they confirm. @returns false if there is nothing to lose */
type LeaveQuestion = (leave: () => void) => boolean;

/** Questions of mounted components, newest last. Next.js itself supports only one. */
const questions: { question: LeaveQuestion; exit: Exit }[] = [];

/** @param exit `account`: ask only at logout. @returns a function that removes the question */
export function addLeaveQuestion(question: LeaveQuestion, exit: Exit = 'page'): () => void {
  const added = { question, exit };
  questions.push(added);
  return () => void questions.splice(questions.indexOf(added), 1);
}

/** Asks one question after the other, newest first, until the user decides to stay. @returns whether any was asked */
export function confirmLeave(leave: () => void, exit: Exit, among = questions.toReversed()): boolean {
  return among.some((one, index) => {
    const askNext = () => confirmLeave(leave, exit, among.slice(index + 1)) || leave();
    return questions.includes(one) && (one.exit === 'page' || exit === 'account') && one.question(askNext);
  });
}

/** For leaving the page other than by a link. */
export function leavePage(leave: () => void): void {
  if (!confirmLeave(leave, 'page')) leave();
}

export function leaveAccount(leave: () => void): void {
  if (!confirmLeave(leave, 'account')) leave();
}
