/** Faults at random after which the program does the same: no test can find them. */
export const equivalents: readonly { file: string; words: string; why: string }[] = [
  {
    file: 'src/store/organizations/search.ts',
    words: "without its `?? ''`",
    why: 'a list that is found has a name',
  },
]
