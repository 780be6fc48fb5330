import { count, plural } from '../../design/figures.ts'
import { orMore, people } from './audience/amounts.ts'
import { columnWords } from './imports.ts'
import type * as en from '../../words/failed-rows.ts'

const rows = (value: number) => plural(value, { one: '# rij', other: '# rijen' })

export const failedWords: typeof en.failedWords = {
  title: 'Mislukte rijen',
  lead: 'Wat er mis is en wat je kunt doen: voor alle rijen met hetzelfde probleem, of cel voor cel.',
  summary: (value) => `${rows(value)} mislukt`,
  count: (value, isExact) => orMore(rows(value), isExact),
  problem: (problem, examples) =>
    examples.length === 0
      ? `${problem}.`
      : `${problem}, maar het is bijvoorbeeld ‘${examples.join('’, ‘')}’.`,
  notExact: (value) =>
    `Geteld in de eerste ${rows(value)} die ${plural(value, { one: 'mislukte', other: 'mislukten' })}. Een correctie van alle rijen met een probleem bereikt ook de andere.`,
  only: 'Alleen deze rijen tonen',
  all: 'Alle rijen tonen',
  leaveOut: 'Deze allemaal weglaten',
  takeBack: 'Deze weer opnemen',
  importWithout: (title) => `Deze importeren zonder ${title}`,
  importWithoutAll: (value) =>
    value === 1
      ? '1 rij importeren zonder de foute cellen'
      : `${rows(value)} importeren zonder de foute cellen`,
  withoutHint:
    'De andere cellen worden geïmporteerd. Contacten die al op de lijst staan, houden wat ze op de plaats van zo’n cel hebben.',
  replaceIn: (title) => `Vervangen in ${title}`,
  replaceFrom: (title) => `In ${title} vervangen`,
  replaceTo: 'door',
  replace: (value) =>
    value === 1 ? 'Vervangen in de rij hieronder' : `Vervangen in ${rows(value)} hieronder`,
  replaced: (value) =>
    value === 0
      ? 'Geen enkele cel van de rijen hieronder is precies dat.'
      : `${plural(value, { one: '# cel vervangen', other: '# cellen vervangen' })}. Er is nog niets geïmporteerd.`,
  error: 'Wat er mis is',
  errorOf: (row, error) => (row === null ? error : `Rij ${count(row)}: ${error}`),
  cell: (column, row) => `${column}, rij ${row ?? ''}`,
  columnTitle: (name, header, number) => {
    if (name !== '') return columnWords.names[name.toLowerCase()] ?? name
    return `${header.trim() === '' ? columnWords.column(number) : header} (niet geïmporteerd)`
  },
  reset: 'Mijn wijziging ongedaan maken',
  submit: (value) => {
    if (value === 0) return 'Correcties importeren'
    return value === 1 ? 'Deze rij opnieuw importeren' : `Deze ${rows(value)} opnieuw importeren`
  },
  onlyChanged: 'Alleen rijen die je hebt gewijzigd, worden geïmporteerd: de andere zouden weer mislukken.',
  loaded: (value, all) =>
    value >= all
      ? rows(value)
      : `${count(value)} van ${rows(all)} getoond. Er verschijnen er meer als je scrolt.`,
  corrected: (file) => `${file}, gecorrigeerd`,
  anew: 'Kolommen en regels opnieuw kiezen',
  none: { title: 'Geen mislukte rijen', text: 'Elke rij van het bestand kon worden gelezen.' },
  table: 'Cellen van de mislukte rijen',
}

export const badValueWords: typeof en.badValueWords = {
  title: 'Cellen die niet passen',
  ofColumn: (name, value, examples) => {
    const such = examples.length === 0 ? '' : `, zoals ‘${examples.join('’, ‘')}’`
    return `${rows(value)} ${plural(value, { one: 'heeft', other: 'hebben' })} bij ${name} een waarde die niet past${such}.`
  },
  wouldFail: (value) =>
    `${rows(value)} ${plural(value, { one: 'zou', other: 'zouden' })} alleen door zulke cellen mislukken. Wat moet er met deze contacten gebeuren?`,
  leaveEmpty: (value) =>
    value === 1
      ? 'Cel leeg laten en het contact importeren'
      : `Cellen leeg laten en deze ${people(value)} importeren`,
  orFail: 'Of niet importeren: ga hieronder verder.',
  mostFail: {
    title: (failed, all) => `${count(failed)} van ${rows(all)} mislukt`,
    text: 'Dit is het grootste deel van het bestand. Kijk wat er mis is voordat je de rest importeert.',
  },
  failed: (value) => `${rows(value)} mislukt, alleen door zulke cellen.`,
  emptied: (value) => `${rows(value)} zonder zulke cellen: de contacten worden toch geïmporteerd.`,
  download: 'Deze rijen downloaden',
}
