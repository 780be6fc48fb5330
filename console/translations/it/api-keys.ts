import { plural } from '../../design/figures.ts'
import type * as en from '../../words/api-keys.ts'

export const { apiKeyWords }: typeof en = {
  apiKeyWords: {
    title: 'Chiavi API',
    lead: 'Con una chiave, un programma può agire per l’organizzazione come amministratore. Assegna a ogni programma una chiave propria, così puoi revocarne una senza toccare le altre.',
    create: 'Nuova chiave',
    name: 'Nome',
    role: 'Accesso',
    roles: {
      organization_admin: 'Tutto in questa organizzazione',
      system_admin: 'Tutto sul server',
    },
    state: 'Stato',
    states: { active: 'Attiva', off: 'Disattivata', expired: 'Scaduta' },
    used: (zone) => `Ultimo utilizzo, ${zone}`,
    expires: (zone) => `Scadenza, ${zone}`,
    never: 'mai',
    created: 'Creata',
    empty: {
      title: 'Nessuna chiave per ora',
      text: 'Ne serve una se un programma, come il tuo negozio, deve aggiungere contatti o leggere i report. Le persone accedono con il proprio account.',
    },
    new: {
      title: 'Nuova chiave',
      lead: 'La chiave viene mostrata una sola volta, dopo la creazione.',
      name: 'Nome',
      nameHint: 'Il programma che la userà, ad esempio «Negozio».',
      expires: 'Scadenza',
      expiry: { never: 'Mai', '30': 'Tra 30 giorni', '90': 'Tra 90 giorni', '365': 'Tra un anno' },
      submit: 'Crea la chiave',
    },
    secret: {
      title: 'Copia ora la chiave',
      text: 'Non verrà più mostrata. Conservala dove solo il programma può leggerla.',
      label: 'Chiave',
      use: 'Da inviare con ogni chiamata',
      done: 'Copia eseguita',
    },
    rename: 'Salva il nome',
    switchOff: 'Disattiva',
    switchOn: 'Attiva',
    rotate: {
      title: 'Sostituisci la chiave',
      text: 'Il vecchio valore continua a funzionare per un po’, così puoi cambiarlo in ogni programma.',
      overlap: 'Il vecchio valore continua a funzionare',
      overlaps: {
        '0': 'No',
        '3600': 'Per un’ora',
        '86400': 'Per un giorno',
        '604800': 'Per sette giorni',
      },
      submit: 'Crea un nuovo valore',
      running: (until) => `Il valore precedente funziona fino a ${until}.`,
    },
    remove: {
      open: 'Elimina la chiave…',
      title: (name) => `Eliminare ${name}?`,
      text: 'I programmi che la usano perdono subito l’accesso. L’operazione non può essere annullata.',
      action: 'Elimina la chiave',
    },
    assistant: {
      title: 'Collega un assistente',
      text: 'I programmi compatibili con il Model Context Protocol possono lavorare con questa organizzazione. Crea una chiave con i diritti necessari e fornisci al programma questo indirizzo e la chiave. Ogni modifica viene prima pianificata e ciò che richiede un’approvazione attende una persona.',
      address: 'Indirizzo',
      settings: 'Impostazioni del programma',
      settingsOf: (address) =>
        JSON.stringify({
          mcpServers: {
            quiver: { type: 'http', url: address, headers: { Authorization: 'Bearer API_KEY' } },
          },
        }),
    },
    count: (value) => plural(value, { one: '# chiave', other: '# chiavi' }),
    usedFrom: 'Ultimo utilizzo da',
    scopes: {
      title: 'Che cosa può fare',
      save: 'Salva che cosa può fare',
      some: 'Solo ciò che è scelto qui',
      someHint: 'La chiave di un programma dovrebbe poter fare ciò che fa il programma, e nient’altro.',
      scim: 'Gestione per SCIM',
      scimHint: 'Per un provider di identità, come Entra o Okta, che tiene qui utenti e gruppi.',
      listsHint: 'Tutte le altre liste, e ciò che ne fa parte, non esistono per questa chiave.',
    },
  },
}
