type Key = readonly [combination: readonly string[], meaning: string]

/** The letters after g, which the palette's door listens to. */
export const goingKeys: Record<'o' | 'c' | 'l' | 'p' | 's' | 'i', readonly [path: string, name: string]> = {
  o: ['/overview', 'Overview'],
  c: ['/campaigns', 'Campaigns'],
  l: ['/lists', 'Lists'],
  p: ['/people', 'People'],
  s: ['/segments', 'Segments'],
  i: ['/imports', 'Imports'],
}

const going: readonly Key[] = Object.entries(goingKeys).map(([key, [, name]]) => [['g', key], name])

export const keyWords = {
  title: 'Keys',
  lead: 'Single keys work where nothing is being typed. The palette switches them off for this browser: Ctrl K keeps working.',
  groups: [
    {
      title: 'Everywhere',
      keys: [
        [['Ctrl', 'K'], 'Search, go to a page, do something'],
        [['/'], 'The same'],
        [['?'], 'This page'],
        [['Esc'], 'Close what is open on top'],
        [['Tab'], 'Next field or button'],
        [['Enter'], 'Follow a link, press a button, send a form'],
      ],
    },
    { title: 'Go to', keys: going },
    {
      title: 'Charts',
      keys: [
        [['t'], 'Show the figures as a table, and back'],
        [['←', '→'], 'Read the chart point by point, once it has the focus'],
      ],
    },
    {
      title: 'Lists and menus',
      keys: [
        [['↑', '↓'], 'Choose; move a field or a condition by its handle'],
        [['Home', 'End'], 'First and last'],
        [['Space'], 'Tick a box'],
      ],
    },
  ] satisfies readonly { title: string; keys: readonly Key[] }[],
}
