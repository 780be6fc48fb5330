import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/session/roles.ts'

export const { roleWords }: typeof en = {
  roleWords: {
    title: 'Rollen',
    lead: 'Was Benutzer mit einer Rolle dürfen. Eine Änderung gilt sofort für alle, die sie haben.',
    create: 'Neue Rolle',
    name: 'Name',
    users: 'Benutzer',
    administrators:
      'Administratoren brauchen keine Rolle: Sie dürfen hier alles, und nur sie ändern Benutzer, Rollen und Schlüssel.',
    none: { title: 'Keine Rollen', text: 'Jeder Benutzer hat dann eigene Berechtigungen.' },
    new: { title: 'Neue Rolle', submit: 'Rolle anlegen' },
    may: 'Was sie erlaubt',
    save: 'Rolle speichern',
    count: (users) =>
      plural(users, { one: '# Benutzer hat diese Rolle.', other: '# Benutzer haben diese Rolle.' }),
    remove: {
      open: 'Rolle löschen …',
      title: (name) => `„${name}“ löschen?`,
      text: 'Niemand hat sie. Das lässt sich nicht rückgängig machen.',
      action: 'Rolle löschen',
    },
    resources: {
      webhook: 'Webhooks',
      suppression_list: 'Sperrlisten',
      special_sending_rule: 'Versandregeln',
      brand: 'Marke',
      virtual_mta: 'Versandwege',
      url_domain: 'Link-Domains',
      bounce_email: 'Bounce-Adressen',
      dkim_key: 'DKIM-Schlüssel',
      sender_domain: 'Absenderdomains',
      organization: 'Organisation',
      job: 'Aufträge',
      overview: 'Übersicht',
      audit_event: 'Audit-Log',
    },
  },
}
