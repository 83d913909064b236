/** How long, and for how many questions, Parley keeps what was asked and answered. Days, and numbers of questions. */
export const recordsKept = { days: 90, answered: 1000, notAnswered: 200 } as const
