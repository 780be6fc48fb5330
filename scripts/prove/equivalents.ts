/** Faults at random after which the program does the same: no test can find them. */
export const equivalents: readonly { file: string; words: string; why: string }[] = []
