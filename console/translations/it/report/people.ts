import type { PeopleKind } from '../../../../src/contract/campaigns/results/kinds.ts'
import { count } from '../../../design/figures.ts'
import { orMore, people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/people.ts'

const kinds: Record<PeopleKind, string> = {
  sent: 'Inviati',
  accepted: 'Consegnati',
  waiting: 'In attesa o incerti',
  skipped: 'Esclusi',
  not_opened: 'Senza apertura',
  opened: 'Aperture',
  clicked: 'Clic',
  bounced: 'Bounce',
  complained: 'Segnalazioni',
  unsubscribed: 'Disiscrizioni',
  opened_by_machine: 'Aperti da un programma',
  clicked_by_machine: 'Clic di un programma',
}

/** When: of the message, or of the first time. */
const times: Record<PeopleKind, string> = {
  sent: 'Invio',
  accepted: 'Invio',
  waiting: 'Ultimo tentativo',
  skipped: 'Decisione',
  not_opened: 'Invio',
  opened: 'Prima apertura',
  clicked: 'Primo clic',
  bounced: 'Bounce',
  complained: 'Segnalazione',
  unsubscribed: 'Disiscrizione',
  opened_by_machine: 'Apertura',
  clicked_by_machine: 'Clic',
}

/** Most of them are not active any more. */
const gone: ReadonlySet<PeopleKind> = new Set(['bounced', 'complained', 'unsubscribed'])
const onlyActive = ' Si può scrivere solo a chi è attivo nella lista.'

export const { peopleOfWords }: typeof en = {
  peopleOfWords: {
    kinds,
    title: (kind, name) => `${kinds[kind]}: ${name}`,
    who: 'Contatti',
    version: 'Versione',
    everyVersion: 'Tutte le versioni',
    versionName: (name, place) => (name === '' ? `Versione ${place + 1}` : name),
    link: 'Link',
    everyLink: 'Qualsiasi link',
    severity: 'Tipo di bounce',
    everySeverity: 'Tutti i bounce',
    severities: {
      hard: 'Hard: l’indirizzo non funziona',
      soft: 'Soft: la casella per ora non funziona',
      other: 'Altro: non riguarda l’indirizzo',
    },
    severityWords: { hard: 'Hard', soft: 'Soft', other: 'Altro' },
    lead: (kind, number) =>
      number && `${orMore(people(number.records), number.isExact)}.${gone.has(kind) ? onlyActive : ''}`,
    seeds: 'Gli indirizzi delle liste di controllo sono conteggiati nel report, ma non elencati qui.',
    caption: 'I contatti',
    person: 'Contatto',
    deleted: 'Nel frattempo eliminato',
    at: (kind, zone) => `${times[kind]}, ${zone}`,
    unknownTime: 'Non registrato',
    times: 'Volte',
    status: 'Ora',
    reason: 'Perché',
    more: 'Mostra altri',
    empty: { title: 'Nessuno', text: 'Finora nessun contatto.' },
    write: {
      action: 'Scrivi loro',
      name: (kind, name, at) => `${kinds[kind]}: ${name} (${at})`,
    },
    export: {
      action: 'Esportazione',
      explain:
        'Tutti questi contatti vengono scritti in un file, con ogni colonna che un’importazione può rileggere.',
      submit: 'Esportali',
    },
    open: (word, value) => `${word}: vedi chi, ${count(value)}`,
  },
}
