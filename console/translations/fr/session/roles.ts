import { plural } from '../../../design/figures.ts'
import type * as en from '../../../words/session/roles.ts'

export const { roleWords }: typeof en = {
  roleWords: {
    title: 'Rôles',
    lead: 'Ce que les utilisateurs ayant un rôle peuvent faire. Une modification s’applique immédiatement à tous.',
    create: 'Nouveau rôle',
    name: 'Nom',
    users: 'Utilisateurs',
    administrators:
      'Les administrateurs n’ont pas besoin de rôle : ils peuvent tout faire ici, et eux seuls modifient les utilisateurs, les rôles et les clés.',
    none: { title: 'Aucun rôle', text: 'Chaque utilisateur a alors ses propres autorisations.' },
    new: { title: 'Nouveau rôle', submit: 'Créer le rôle' },
    may: 'Ce qu’il permet',
    save: 'Enregistrer le rôle',
    count: (users) => `${plural(users, { one: '# utilisateur a', other: '# utilisateurs ont' })} ce rôle.`,
    remove: {
      open: 'Supprimer le rôle…',
      title: (name) => `Supprimer ${name} ?`,
      text: 'Personne ne l’a. Cette action est irréversible.',
      action: 'Supprimer le rôle',
    },
    resources: {
      webhook: 'Webhooks',
      suppression_list: 'Exclusions',
      special_sending_rule: 'Règles d’envoi',
      brand: 'Marque',
      virtual_mta: 'Routes',
      url_domain: 'Domaines des liens',
      bounce_email: 'Adresses de rebond',
      dkim_key: 'Clés DKIM',
      sender_domain: 'Domaines d’expédition',
      organization: 'Organisation',
      job: 'Tâches',
      overview: 'Vue d’ensemble',
      audit_event: 'Journal d’audit',
    },
  },
}
