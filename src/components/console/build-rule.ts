/** A rule for antd's forms. @param findProblem returns null for a text without one */
export const buildRule = (findProblem: (text: string) => string | null) => ({
  validator: (_rule: unknown, text: string | undefined) => {
    const problem = findProblem(text ?? '');
    return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
  },
});
