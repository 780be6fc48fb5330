import type * as en from '../../../words/session/keys.ts'

const goingKeys: typeof en.goingKeys = {
  o: ['/overview', 'Übersicht'],
  c: ['/campaigns', 'Kampagnen'],
  l: ['/lists', 'Listen'],
  p: ['/people', 'Personen'],
  s: ['/segments', 'Segmente'],
  i: ['/imports', 'Importe'],
}

const keyWords: typeof en.keyWords = {
  title: 'Tasten',
  lead: 'Einzelne Tasten wirken, wo gerade nichts eingegeben wird. Die Suche schaltet sie für diesen Browser aus: Strg K bleibt.',
  groups: [
    {
      title: 'Überall',
      keys: [
        [['Strg', 'K'], 'Suchen, eine Seite öffnen, etwas tun'],
        [['/'], 'Dasselbe'],
        [['?'], 'Diese Seite'],
        [['Esc'], 'Schließen, was zuoberst offen ist'],
        [['Tab'], 'Nächstes Feld oder nächste Schaltfläche'],
        [['Enter'], 'Einem Link folgen, eine Schaltfläche drücken, ein Formular absenden'],
      ],
    },
    {
      title: 'Öffnen',
      keys: Object.entries(goingKeys).map(([key, [, name]]) => [['g', key], name] as const),
    },
    {
      title: 'Diagramme',
      keys: [
        [['t'], 'Die Zahlen als Tabelle zeigen, und zurück'],
        [['←', '→'], 'Das Diagramm Punkt für Punkt lesen, wenn es den Fokus hat'],
      ],
    },
    {
      title: 'Listen und Menüs',
      keys: [
        [['↑', '↓'], 'Auswählen; ein Feld oder eine Bedingung am Griff verschieben'],
        [['Pos1', 'Ende'], 'Erster und letzter Eintrag'],
        [['Leertaste'], 'Ein Kästchen ankreuzen'],
      ],
    },
  ],
}

export { goingKeys, keyWords }
