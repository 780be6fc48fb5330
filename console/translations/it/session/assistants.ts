import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/session/assistants.ts'

export const { assistantWords }: typeof en = {
  assistantWords: {
    title: 'Consenti a un programma di agire per te',
    who: 'Programma',
    whoHint: 'Si chiama così da solo. Nessuno lo ha verificato.',
    where: 'La risposta va a',
    ownMachine: (host) => `${host}, un programma su questo computer`,
    organization: 'Nell’organizzazione',
    you: 'A nome di',
    warning: 'Accetta solo se hai appena collegato tu stesso questo programma a Quiver.',
    what: 'Che cosa può fare',
    read: 'Leggere, senza modificare nulla',
    change: 'Leggere, e pianificare ed eseguire modifiche',
    limits:
      'Mai più di quanto puoi fare tu in quel momento. Non crea chiavi, utenti o diritti, non approva nulla, e ciò che richiede un’approvazione attende una persona.',
    lists: 'Liste',
    allLists: 'Tutte quelle che vedi',
    someLists: 'Solo queste',
    days: 'Per quanto tempo',
    daysOf: (days) => (days === 1 ? 'Un giorno' : `${count(days)} giorni`),
    agree: 'Consenti',
    refuse: 'Rifiuta',
    leaving: 'Stai tornando al programma. Puoi chiudere questa pagina.',
    own: {
      title: 'Programmi che agiscono per te',
      lead: 'Assistenti a cui hai consentito di leggere o modificare a tuo nome. Terminarne uno ha effetto subito.',
      program: 'Programma',
      may: 'Può',
      reads: 'leggere',
      changes: 'leggere e modificare',
      lists: (number) => (number === 1 ? ', una lista' : `, ${count(number)} liste`),
      used: 'Ultimo utilizzo',
      never: 'Mai',
      ends: 'Termina',
      action: 'Azione',
      end: 'Termina',
      endOne: (name) => `Termina ${name}`,
    },
  },
}
