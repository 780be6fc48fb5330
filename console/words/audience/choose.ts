/** Words of the select that finds one of any number of records. */
export const chooseWords = {
  looking: 'Looking …',
  none: 'Nothing has this in its name.',
  limit: {
    lists: 'Only with some lists',
    addList: 'Add a list',
    removeList: (name: string) => `Take ${name} away`,
  },
}
