import type { ApprovalKind } from '../../../../src/contract/plans/rules.ts'
import { count } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/audit/approvals.ts'

const kinds: Record<ApprovalKind, string> = {
  campaign: 'Inviare una campagna',
  autoresponder: 'Avviare un autorisponditore',
  import: 'Importare contatti',
  export: 'Esportare contatti',
  bulk_change: 'Modificare molti contatti',
  erasure: 'Cancellare definitivamente un contatto',
  api_key: 'Creare o modificare una chiave API',
  rights: 'Modificare chi può fare che cosa',
  webhook: 'Creare o modificare un webhook',
  suppression: 'Rimuovere indirizzi esclusi',
}

export const { approvalWords }: typeof en = {
  approvalWords: {
    title: 'Approvazioni',
    lead: 'Ciò che qualcuno vuole fare e una seconda persona deve prima approvare, dal più recente.',
    rulesLink: 'Che cosa richiede un’approvazione',
    kinds,
    other: 'Altra modifica',
    states: {
      planned: 'pianificata',
      waiting: 'in attesa di decisione',
      approved: 'approvata',
      refused: 'rifiutata',
      applied: 'eseguita',
      void: 'decaduta',
    },
    what: 'Che cosa',
    who: 'Chiesto da',
    when: 'Chiesto',
    state: 'Stato',
    filter: 'Mostra',
    filters: { '': 'Tutte', waiting: 'Quelle in attesa di decisione' },
    somebody: 'qualcuno che non c’è più',
    empty: {
      title: 'Nulla da approvare',
      text: 'Le richieste compaiono qui quando una regola stabilisce che qualcosa richiede l’approvazione di una seconda persona.',
    },
    one: {
      facts: 'Che cosa farebbe',
      until: 'Eseguibile fino a',
      program: 'Chiesto tramite',
      concerned: 'Contatti',
      messages: 'Messaggi',
      credits: 'Crediti',
      unknown: 'non noto prima dell’inizio',
      unlimited: 'nessun limite',
      classes: 'Di cui',
      leftOut: 'Esclusi',
      leftOutFor: {
        not_in_segment: 'fuori dal segmento',
        paused: 'pausa scelta dal contatto',
        suppressed: 'in una lista di esclusione',
      },
      waits: 'In attesa di',
      numbered: (word, number) => `${word}: ${count(number)}`,
      people,
      campaign: 'Apri la campagna, la sua verifica e la sua anteprima',
      decision: 'Decisione',
      reason: 'Motivo',
      reasonHint: 'Per chi ha chiesto e per il registro di audit.',
      approve: 'Approva',
      refuse: 'Rifiuta',
      apply: 'Esegui ora',
      decided: (state, name, when) => `${state} da ${name}, ${when}`,
      emergency: 'senza approvazione, in emergenza',
      void: 'Non può più essere eseguita:',
      mayDecide: 'Nessuno decide sulla propria richiesta. Chi può decidere lo scopre quando ci prova.',
    },
    ask: {
      button: 'Chiedi l’approvazione',
      hint: 'Una seconda persona deve approvare. Riceve un’e-mail e vede la verifica, l’anteprima e i numeri.',
    },
    rules: {
      title: 'Che cosa richiede un’approvazione',
      lead: 'Ciò che nessuno in questa organizzazione fa da solo. Chi chiede non approva mai la propria richiesta.',
      needed: (kind) => kind,
      above: 'Oltre questo numero di contatti',
      approvers: 'Chi può approvare',
      approversHint: 'Nessuno indicato: tutti gli amministratori.',
      emergency: 'Chi può farlo da solo in emergenza',
      emergencyHint: 'Viene registrato e comunicato via e-mail a tutti quelli che possono approvare.',
      ofLists: (number) =>
        number === 1
          ? 'Una regola per una singola lista è stata creata tramite l’API e resta.'
          : `${count(number)} regole per singole liste sono state create tramite l’API e restano.`,
      save: 'Salva le regole',
    },
  },
}
