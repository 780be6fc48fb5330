import type * as en from '../../../words/session/keys.ts'

type Key = readonly [combination: readonly string[], meaning: string]

/** The letters after g, which the palette's door listens to. */
export const goingKeys: Record<'o' | 'c' | 'l' | 'p' | 's' | 'i', readonly [path: string, name: string]> = {
  o: ['/overview', 'Przegląd'],
  c: ['/campaigns', 'Kampanie'],
  l: ['/lists', 'Listy'],
  p: ['/people', 'Kontakty'],
  s: ['/segments', 'Segmenty'],
  i: ['/imports', 'Importy'],
}

const going: readonly Key[] = Object.entries(goingKeys).map(([key, [, name]]) => [['g', key], name])

export const keyWords: typeof en.keyWords = {
  title: 'Klawisze',
  lead: 'Pojedyncze klawisze działają tam, gdzie nic się nie wpisuje. Paleta wyłącza je w tej przeglądarce: Ctrl K działa nadal.',
  groups: [
    {
      title: 'Wszędzie',
      keys: [
        [['Ctrl', 'K'], 'Szukaj, przejdź do strony, wykonaj działanie'],
        [['/'], 'To samo'],
        [['?'], 'Ta strona'],
        [['Esc'], 'Zamknij to, co jest otwarte na wierzchu'],
        [['Tab'], 'Następne pole lub przycisk'],
        [['Enter'], 'Otwórz link, naciśnij przycisk, wyślij formularz'],
      ],
    },
    { title: 'Przejdź do', keys: going },
    {
      title: 'Wykresy',
      keys: [
        [['t'], 'Pokaż liczby jako tabelę i z powrotem'],
        [['←', '→'], 'Czytaj wykres punkt po punkcie, gdy jest zaznaczony'],
      ],
    },
    {
      title: 'Listy i menu',
      keys: [
        [['↑', '↓'], 'Wybierz; przesuń pole lub warunek za uchwyt'],
        [['Home', 'End'], 'Pierwszy i ostatni'],
        [['Spacja'], 'Zaznacz pole'],
      ],
    },
  ],
}
