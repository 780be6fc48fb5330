import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/session/roles.ts'

export const { roleWords }: typeof en = {
  roleWords: {
    title: 'Ruoli',
    lead: 'Che cosa possono fare gli utenti con un ruolo. Una modifica vale subito per tutti quelli che lo hanno.',
    create: 'Nuovo ruolo',
    name: 'Nome',
    users: 'Utenti',
    administrators:
      'Gli amministratori non hanno bisogno di un ruolo: qui possono fare tutto, e solo loro modificano utenti, ruoli e chiavi.',
    none: { title: 'Nessun ruolo', text: 'Ogni utente ha allora autorizzazioni proprie.' },
    new: { title: 'Nuovo ruolo', submit: 'Crea il ruolo' },
    may: 'Che cosa consente',
    save: 'Salva il ruolo',
    count: (users) => `${plural(users, { one: '# utente ha', other: '# utenti hanno' })} questo ruolo.`,
    remove: {
      open: 'Elimina il ruolo…',
      title: (name) => `Eliminare ${name}?`,
      text: 'Nessuno lo ha. L’operazione non può essere annullata.',
      action: 'Elimina il ruolo',
    },
    resources: {
      webhook: 'Webhook',
      suppression_list: 'Esclusioni',
      special_sending_rule: 'Regole di invio',
      brand: 'Marchio',
      virtual_mta: 'Percorsi',
      url_domain: 'Domini dei link',
      bounce_email: 'Indirizzi di bounce',
      dkim_key: 'Chiavi DKIM',
      sender_domain: 'Domini del mittente',
      organization: 'Organizzazione',
      job: 'Attività',
      overview: 'Panoramica',
      audit_event: 'Registro di audit',
    },
  },
}
