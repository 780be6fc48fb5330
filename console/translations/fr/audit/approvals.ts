import type { ApprovalKind } from '../../../../src/contract/plans/rules.ts'
import { count } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/audit/approvals.ts'

const kinds: Record<ApprovalKind, string> = {
  campaign: 'Envoyer une campagne',
  autoresponder: 'Activer un autorépondeur',
  import: 'Importer des contacts',
  export: 'Exporter des contacts',
  bulk_change: 'Modifier de nombreux contacts',
  erasure: 'Effacer un contact',
  api_key: 'Créer ou modifier une clé API',
  rights: 'Modifier les droits',
  webhook: 'Créer ou modifier un webhook',
  suppression: 'Retirer des adresses exclues',
}

export const { approvalWords }: typeof en = {
  approvalWords: {
    title: 'Approbations',
    lead: 'Ce que quelqu’un veut faire et qu’une seconde personne doit d’abord approuver, les plus récentes en premier.',
    rulesLink: 'Ce qui exige une approbation',
    kinds,
    other: 'Autre modification',
    states: {
      planned: 'planifiée',
      waiting: 'en attente de décision',
      approved: 'approuvée',
      refused: 'refusée',
      applied: 'exécutée',
      void: 'caduque',
    },
    what: 'Quoi',
    who: 'Demandé par',
    when: 'Demandé le',
    state: 'État',
    filter: 'Afficher',
    filters: { '': 'Toutes', waiting: 'Celles qui attendent une décision' },
    somebody: 'quelqu’un qui est parti',
    empty: {
      title: 'Rien à approuver',
      text: 'Les demandes apparaissent ici dès qu’une règle exige l’approbation d’une seconde personne.',
    },
    one: {
      facts: 'Effet prévu',
      until: 'Exécutable jusqu’au',
      program: 'Demandé via',
      concerned: 'Contacts',
      messages: 'Messages',
      credits: 'Crédits',
      unknown: 'inconnu avant le début',
      unlimited: 'sans limite',
      classes: 'Dont',
      leftOut: 'Exclus',
      leftOutFor: {
        not_in_segment: 'hors du segment',
        paused: 'pause choisie par le contact',
        suppressed: 'sur une liste d’exclusion',
      },
      waits: 'En attente de',
      numbered: (word, number) => `${word} : ${count(number)}`,
      people,
      campaign: 'Ouvrir la campagne, sa vérification et son aperçu',
      decision: 'Décision',
      reason: 'Motif',
      reasonHint: 'Pour l’auteur de la demande et pour le journal d’audit.',
      approve: 'Approuver',
      refuse: 'Refuser',
      apply: 'Exécuter maintenant',
      decided: (state, name, when) => `${state} par ${name}, ${when}`,
      emergency: 'sans approbation, en urgence',
      void: 'L’exécution n’est plus possible :',
      mayDecide:
        'Personne ne décide de sa propre demande. Les personnes habilitées l’apprennent au moment de décider.',
    },
    ask: {
      button: 'Demander une approbation',
      hint: 'Une seconde personne doit approuver ceci. Elle reçoit un e-mail et voit la vérification, l’aperçu et les chiffres.',
    },
    rules: {
      title: 'Ce qui exige une approbation',
      lead: 'Ce que personne dans cette organisation ne fait seul. L’auteur d’une demande ne l’approuve jamais lui-même.',
      needed: (kind) => kind,
      above: 'Au-dessus de ce nombre de contacts',
      approvers: 'Qui peut approuver',
      approversHint: 'Personne d’indiqué : tous les administrateurs.',
      emergency: 'Qui peut agir seul en urgence',
      emergencyHint: 'C’est enregistré, et signalé par e-mail à tous ceux qui peuvent approuver.',
      ofLists: (number) =>
        number === 1
          ? 'Une règle pour une seule liste a été créée par l’API, et reste.'
          : `${count(number)} règles pour une seule liste ont été créées par l’API, et restent.`,
      save: 'Enregistrer les règles',
    },
  },
}
