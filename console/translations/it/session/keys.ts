import type * as en from '../../../words/session/keys.ts'

type Key = readonly [combination: readonly string[], meaning: string]

/** The letters after g, which the palette's door listens to. */
export const goingKeys: Record<'o' | 'c' | 'l' | 'p' | 's' | 'i', readonly [path: string, name: string]> = {
  o: ['/overview', 'Panoramica'],
  c: ['/campaigns', 'Campagne'],
  l: ['/lists', 'Liste'],
  p: ['/people', 'Contatti'],
  s: ['/segments', 'Segmenti'],
  i: ['/imports', 'Importazioni'],
}

const going: readonly Key[] = Object.entries(goingKeys).map(([key, [, name]]) => [['g', key], name])

export const keyWords: typeof en.keyWords = {
  title: 'Tasti',
  lead: 'I tasti singoli funzionano quando non si sta scrivendo. La tavolozza li disattiva per questo browser: Ctrl K continua a funzionare.',
  groups: [
    {
      title: 'Ovunque',
      keys: [
        [['Ctrl', 'K'], 'Cerca, vai a una pagina, esegui un’azione'],
        [['/'], 'Lo stesso'],
        [['?'], 'Questa pagina'],
        [['Esc'], 'Chiudi ciò che è aperto in primo piano'],
        [['Tab'], 'Campo o pulsante successivo'],
        [['Invio'], 'Segui un link, premi un pulsante, invia un modulo'],
      ],
    },
    { title: 'Vai a', keys: going },
    {
      title: 'Grafici',
      keys: [
        [['t'], 'Mostra i dati come tabella, e torna'],
        [['←', '→'], 'Leggi il grafico punto per punto, quando è selezionato'],
      ],
    },
    {
      title: 'Liste e menu',
      keys: [
        [['↑', '↓'], 'Scegli; sposta un campo o una condizione dalla maniglia'],
        [['Inizio', 'Fine'], 'Primo e ultimo'],
        [['Spazio'], 'Spunta una casella'],
      ],
    },
  ],
}
