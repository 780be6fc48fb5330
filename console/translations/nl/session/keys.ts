import type * as en from '../../../words/session/keys.ts'

type Key = readonly [combination: readonly string[], meaning: string]

/** The letters after g, which the palette's door listens to. */
export const goingKeys: Record<'o' | 'c' | 'l' | 'p' | 's' | 'i', readonly [path: string, name: string]> = {
  o: ['/overview', 'Overzicht'],
  c: ['/campaigns', 'Campagnes'],
  l: ['/lists', 'Lijsten'],
  p: ['/people', 'Contacten'],
  s: ['/segments', 'Segmenten'],
  i: ['/imports', 'Imports'],
}

const going: readonly Key[] = Object.entries(goingKeys).map(([key, [, name]]) => [['g', key], name])

export const keyWords: typeof en.keyWords = {
  title: 'Toetsen',
  lead: 'Losse toetsen werken waar niets wordt getypt. Het palet schakelt ze uit voor deze browser: Ctrl K blijft werken.',
  groups: [
    {
      title: 'Overal',
      keys: [
        [['Ctrl', 'K'], 'Zoeken, naar een pagina gaan, iets doen'],
        [['/'], 'Hetzelfde'],
        [['?'], 'Deze pagina'],
        [['Esc'], 'Sluiten wat bovenop open is'],
        [['Tab'], 'Volgend veld of volgende knop'],
        [['Enter'], 'Een link volgen, op een knop drukken, een formulier verzenden'],
      ],
    },
    { title: 'Ga naar', keys: going },
    {
      title: 'Grafieken',
      keys: [
        [['t'], 'Cijfers als tabel tonen, en terug'],
        [['←', '→'], 'De grafiek punt voor punt lezen, zodra die de focus heeft'],
      ],
    },
    {
      title: 'Lijsten en menu’s',
      keys: [
        [['↑', '↓'], 'Kiezen; een veld of voorwaarde aan de greep verplaatsen'],
        [['Home', 'End'], 'Eerste en laatste'],
        [['Spatie'], 'Een vakje aanvinken'],
      ],
    },
  ],
}
