import { count } from '../../../design/figures.ts'
import type * as en from '../../../words/session/assistants.ts'

export const { assistantWords }: typeof en = {
  assistantWords: {
    title: 'Ein Programm für Sie handeln lassen',
    who: 'Programm',
    whoHint: 'So nennt es sich selbst. Niemand hat das geprüft.',
    where: 'Die Antwort geht an',
    ownMachine: (host) => `${host}, ein Programm auf diesem Computer`,
    organization: 'In der Organisation',
    you: 'Im Namen von',
    warning: 'Stimmen Sie nur zu, wenn Sie dieses Programm gerade selbst mit Quiver verbunden haben.',
    what: 'Was es darf',
    read: 'Lesen und nichts ändern',
    change: 'Lesen sowie Änderungen planen und ausführen',
    limits:
      'Nie mehr, als Sie selbst gerade dürfen. Es legt keine Schlüssel, Benutzer oder Rechte an und gibt nichts frei; was eine Freigabe braucht, wartet auf einen Menschen.',
    lists: 'Listen',
    allLists: 'Alle, die Sie sehen',
    someLists: 'Nur diese',
    days: 'Für wie lange',
    daysOf: (days) => (days === 1 ? 'Ein Tag' : `${count(days)} Tage`),
    agree: 'Handeln lassen',
    refuse: 'Ablehnen',
    leaving: 'Sie kehren zum Programm zurück. Diese Seite können Sie schließen.',
    own: {
      title: 'Programme, die für Sie handeln',
      lead: 'Assistenten, die in Ihrem Namen lesen oder ändern dürfen. Das Beenden wirkt sofort.',
      program: 'Programm',
      may: 'Darf',
      reads: 'lesen',
      changes: 'lesen und ändern',
      lists: (number) => (number === 1 ? ', eine Liste' : `, ${count(number)} Listen`),
      used: 'Zuletzt verwendet',
      never: 'Nie',
      ends: 'Endet',
      action: 'Aktion',
      end: 'Beenden',
      endOne: (name) => `${name} beenden`,
    },
  },
}
