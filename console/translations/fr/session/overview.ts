import { count, plural } from '../../../design/figures.ts'
import { importName } from '../audience/import-name.ts'
import type * as en from '../../../words/session/overview.ts'

export const { overviewWords }: typeof en = {
  overviewWords: {
    title: 'Vue d’ensemble',
    greeting: (hour, name) => {
      const time = hour < 5 || hour >= 18 ? 'Bonsoir' : hour < 12 ? 'Bonjour' : 'Bonjour'
      return `${time} ${name}`
    },
    importFile: 'Importer un fichier',
    writeCampaign: 'Nouvelle campagne',
    now: 'En ce moment',
    nothingRuns: 'Rien n’est en cours.',
    jobs: {
      SubscriberImport: 'Import',
      SubscriberImportUndo: 'Annulation de l’import',
      SubscriberExport: 'Export de',
      SubscriberBulkChange: 'Modification groupée de',
      Campaign: 'Campagne',
    },
    states: { pending: 'commence dans un instant', scheduled: 'début', active: '', paused: 'en pause' },
    progress: (value, total) => (total === null ? count(value) : `${count(value)} sur ${count(total)}`),
    attention: 'À surveiller',
    calm: 'Rien ne demande votre attention.',
    concern: (kind, name, detail) =>
      ({
        sending_paused: `L’envoi est en pause : ${detail}. Un administrateur système peut le débloquer.`,
        campaign_waits: `${name} attend : ${detail}.`,
        campaign_failed: `${name} a échoué. ${detail}`,
        import_failed: `L’import de ${importName(name)} a échoué. ${detail}`,
        sender_domain_unproven: `${name} n’est pas encore vérifié : d’autres pourraient envoyer sous ce domaine.`,
        sender_domain_missing: `L’enregistrement qui prouve ${name} a disparu du DNS. Au bout de sept jours, d’autres peuvent le revendiquer.`,
        autoresponder_waits: `« ${name} » n’envoie rien et attend : ${detail}.`,
        webhook_failing: `Le webhook « ${name} » échoue : ${detail}. De nouvelles tentatives suivent.`,
        webhook_off: `Le webhook « ${name} » a été désactivé après une tentative échouée : ${detail}.`,
        dkim_record_missing: `Les destinataires ne peuvent pas vérifier les signatures de ${name} : ${detail}.`,
      })[kind],
    look: 'Voir',
    campaigns: 'Dernières campagnes',
    noCampaigns: 'Aucune campagne n’a encore été envoyée.',
    columns: {
      name: 'Campagne',
      began: 'Début',
      sent: 'Envoyés',
      opened: 'Ouvertures',
      clicked: 'Clics',
      left: 'Désinscriptions',
    },
    zone: (zone) =>
      `Heures du fuseau ${zone}. Les ouvertures incluent les messageries qui chargent d’elles-mêmes chaque message.`,
    growth: 'Croissance, 30 jours',
    growthCaption: 'Contacts actifs de toutes les listes à la fin de chaque jour, UTC',
    growthFile: 'croissance.csv',
    day: 'Jour',
    people: (active) => `${plural(active, { one: '# actif', other: '# actifs' })} maintenant`,
    grewBy: (change) => `${['−', '', '+'][Math.sign(change) + 1]}${count(Math.abs(change))}`,
    firstDay: 'Le graphique commence quand il y a deux jours à montrer.',
    listColumns: { name: 'Liste', active: 'Actifs', change: 'En 30 jours' },
    steps: {
      title: 'Premiers pas',
      done: 'fait',
      open: 'à faire',
      list: 'Créer une liste',
      people: 'Ajouter des personnes',
      domain: 'Prouver le domaine d’envoi',
      imprint: 'Indiquer qui est responsable, pour les pages de vos lecteurs',
      campaign: 'Écrire la première campagne',
    },
    empty: {
      title: 'Rien ici pour l’instant. Commencez par l’une de ces actions.',
      importText: 'Les contacts sont ajoutés. Rien ne leur est envoyé.',
      campaignText: 'Elle reste un brouillon tant que vous ne l’envoyez pas.',
      inviteTitle: 'Inviter quelqu’un',
      inviteText: 'Un collègue reçoit un lien pour choisir un mot de passe.',
    },
    noMail:
      'Aucun serveur de messagerie n’est configuré : les messages, invitations comprises, restent dans la boîte locale du serveur. Pour envoyer, définissez SMTP_URL.',
  },
}
