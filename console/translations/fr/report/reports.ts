import { campaignDomainsPeopleMax } from '../../../../src/contract/campaigns/timeline.ts'
import { count, instant, plural } from '../../../design/figures.ts'
import { people } from '../audience/amounts.ts'
import type * as en from '../../../words/report/reports.ts'

/** Enhanced status codes (RFC 3463) as people understand them. */
const codes: Record<string, string> = {
  '5.1.0': 'L’adresse n’est pas acceptée',
  '5.1.1': 'L’adresse n’existe pas',
  '5.1.2': 'Le domaine de l’adresse n’existe pas',
  '5.1.3': 'L’adresse n’est pas valide',
  '5.1.6': 'Le destinataire a changé d’adresse',
  '5.1.10': 'Le domaine n’accepte pas de courrier',
  '5.2.1': 'La boîte de réception est fermée',
  '5.2.2': 'La boîte de réception est pleine',
  '5.2.3': 'Le message est trop gros pour la boîte de réception',
  '4.2.2': 'La boîte de réception est pleine pour l’instant',
  '5.3.4': 'Le message est trop gros pour le serveur',
  '5.4.1': 'Aucun serveur n’accepte de courrier pour le domaine',
  '5.4.4': 'Le domaine est injoignable',
  '5.5.0': 'Le serveur a refusé sans raison claire',
  '5.7.0': 'Le serveur a refusé selon ses règles',
  '5.7.1': 'Le serveur a refusé selon ses règles, souvent par soupçon de spam',
  '5.7.26': 'L’expéditeur n’est pas authentifié (SPF, DKIM, DMARC)',
  unknown: 'Le serveur n’a pas donné de raison',
}

const times = (n: number) => (n === 1 ? 'une fois' : `${count(n)} fois`)

export const { reportWords }: typeof en = {
  reportWords: {
    parent: 'Campagnes',
    live: 'Suivre l’envoi',
    sentAt: (at, zone) => instant(at, zone),
    tabs: { time: 'Temps', funnel: 'Entonnoir', mail: 'Message', domains: 'Domaines', bounces: 'Rebonds' },
    sections: 'Sections du rapport',
    figures: 'Chiffres de la campagne',
    machines: ({ opened, opens, clicked, clicks }) =>
      opens + clicks === 0
        ? 'Les ouvertures et les clics sont ceux de personnes. Aucun programme n’a été détecté.'
        : `Les ouvertures et les clics sont ceux de personnes. Les programmes qui examinent chaque message ont ouvert ${plural(opened, { one: '# message', other: '# messages' })} (${times(opens)}) et suivi des liens de ${count(clicked)} (${times(clicks)}) ; ils ne sont pas comptés ci-dessus.`,
    notOpened: (n) => `${people(n)} sans ouverture`,
    openedByMachine: (n) => `${people(n)} dont le message a été ouvert par un programme`,
    clickedByMachine: (n) => `${people(n)} dont un lien du message a été suivi par un programme`,
    leftOut: (asked, failed) =>
      [
        asked === 0 ? '' : `Une règle d’envoi a exclu ${people(asked)}.`,
        failed === 0
          ? ''
          : `${people(failed)} ${plural(failed, { one: 'n’a', other: 'n’ont' })} reçu aucun message pour une autre raison, comme une règle impossible à évaluer.`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    seeLeftOut: 'Voir qui, et pourquoi',
    average: (rate) => `${rate} en moyenne`,
    averageOf: (campaigns) =>
      campaigns === 0
        ? 'Il n’y a pas de campagne antérieure de la liste à laquelle comparer.'
        : `La moyenne porte sur ${campaigns === 1 ? 'la campagne précédente' : `les ${count(campaigns)} campagnes précédentes`} de la liste.`,
    summary: {
      subject: (contents) => (contents > 1 ? 'Objets' : 'Objet'),
      noSubject: 'Sans objet',
      to: 'Liste',
      segment: (name) => `Segment : ${name}`,
      growth: 'La liste depuis',
      active: (now) =>
        `${people(now)} ${plural(now, { one: 'actif', other: 'actifs' })} maintenant. Le nombre d’alors n’est pas enregistré.`,
      grown: (by, now) =>
        by === 0
          ? `Autant de contacts actifs qu’alors : ${count(now)}.`
          : `${people(Math.abs(by))} de ${by > 0 ? 'plus' : 'moins'}, ${plural(now, { one: '# actif', other: '# actifs' })} maintenant.`,
    },
    ofTaken: 'des délivrés',
    ofSent: 'des envoyés',
    tiles: {
      sent: 'Envoyés',
      accepted: 'Délivrés',
      opened: 'Ouvertures',
      clicked: 'Clics',
      bounced: 'Rebonds',
      complained: 'Plaintes',
      unsubscribed: 'Désinscriptions',
    },
    funnel: {
      title: 'De l’envoi au clic',
      caption: (total) => `Chaque barre est une part des ${count(total)} messages envoyés.`,
      step: 'Étape',
      people: 'Contacts',
      ofSent: 'Des envoyés',
      ofBefore: 'De l’étape précédente',
      of: {
        accepted: 'des envoyés',
        opened: 'des délivrés',
        clicked: 'des ouvertures',
        unsubscribed: 'des délivrés',
      },
    },
    time: {
      hour: 'Par heure',
      day: 'Par jour',
      step: 'Durée d’une période',
      start: (zone) => `De, ${zone}`,
      caption: (word, total, zone) => `${word} : ${count(total)} en tout. Heures du fuseau ${zone}.`,
      elsewhere: (later, undated) =>
        [
          later > 0 ? `${count(later)} après la période affichée.` : '',
          undated > 0 ? `${count(undated)} sans heure enregistrée.` : '',
        ]
          .filter((part) => part !== '')
          .join(' '),
      empty: {
        title: 'Rien pour l’instant',
        text: 'Les premières ouvertures arrivent en général quelques minutes après les premiers messages.',
      },
      takenHasNoTime: 'Les messages délivrés ne sont pas comptés par heure ; voir Envoyés.',
    },
    mail: {
      content: 'Contenu',
      frame: (name) => `Le message ${name}, avec un numéro sur chaque lien compté`,
      links: 'Liens, les plus cliqués d’abord',
      link: 'Lien',
      people: 'Contacts',
      share: 'Comparaison',
      clicks: 'Clics',
      same: 'Un lien présent deux fois dans le message a un seul numéro et un seul compte.',
      foreign: 'Les images d’autres serveurs sont représentées par des cadres.',
      textOnly: 'C’est un message en texte brut ; ses liens ne sont pas comptés.',
      empty: {
        title: 'Aucun lien compté',
        text: 'Le message n’a pas de liens, ou les clics ne sont pas suivis.',
      },
      number: (place) => `(${place})`,
    },
    domains: {
      domain: 'Domaine',
      caption: (sent) => `Selon le domaine des destinataires. Les parts portent sur ${count(sent)} messages.`,
      other: (value) => plural(value, { one: '# autre domaine', other: '# autres domaines' }),
      unknown: (isExact) =>
        isExact
          ? 'Contacts supprimés et adresses témoins'
          : `Non comptés : tous sauf les ${count(campaignDomainsPeopleMax)} premiers contacts de la liste`,
      share: 'Part des messages',
      empty: { title: 'Rien pour l’instant', text: 'Personne n’a encore rien reçu.' },
    },
    bounces: {
      caption: (value) =>
        `${people(value)} ${plural(value, { one: 'n’a', other: 'n’ont' })} pas reçu le message.`,
      reason: 'Réponse du serveur',
      code: 'Code',
      people: 'Contacts',
      share: 'Part des rebonds',
      reasonOf: (code) =>
        codes[code] ??
        (code.startsWith('4.')
          ? 'Refusé pour l’instant, jusqu’à ce que Quiver renonce'
          : 'Refusé définitivement'),
      hard: 'Adresse inexistante',
      soft: 'Boîte de réception indisponible',
      other: 'Sans rapport avec l’adresse',
      kinds: 'Rebonds par type',
      empty: { title: 'Aucun rebond', text: 'Aucun serveur de messagerie n’a refusé le message.' },
    },
    table: 'Tableau',
    chart: 'Graphique',
    tableHint: 'Touche : T',
    thinned: (run) =>
      `Le graphique montre le plus haut de chaque groupe de ${count(run)} points ; le fichier les contient tous.`,
    more: (rest) => `Afficher plus : ${count(rest)} lignes`,
    csv: 'CSV',
    compare: {
      title: 'Comparer des campagnes',
      lead: 'Les taux sont calculés sur les messages délivrés ; ceux des rebonds, sur les messages envoyés.',
      campaign: 'Campagne',
      started: (zone) => `Début, ${zone}`,
      empty: {
        title: 'Rien à comparer',
        text: 'Choisissez de deux à cinq campagnes dans la liste des campagnes.',
      },
      choose: 'Choisir des campagnes',
    },
    sent: {
      title: 'Messages envoyés',
      lead: 'Messages délivrés, selon le jour de leur envoi.',
      by: 'Par',
      daily: 'Jour',
      monthly: 'Mois',
      from: 'Du',
      to: 'Au',
      period: (zone) => `Début, ${zone}`,
      sender: 'Campagne ou autorépondeur',
      messages: 'Messages',
      other: 'Autres',
      single: 'Messages transactionnels',
      caption: (total, zone) => `${count(total)} messages. Jours du fuseau ${zone}.`,
      empty: {
        title: 'Rien n’a été envoyé',
        text: 'Aucun message n’a été envoyé pendant cette période. Choisissez-en une autre.',
      },
    },
    credits: {
      title: 'Crédits d’envoi',
      organization: 'Organisation',
      lead: 'Un crédit paie un message délivré.',
      available: 'Disponibles',
      lifetime: 'Messages envoyés en tout',
      balance: 'Crédits',
      at: (zone) => `Dernier changement, ${zone}`,
      change: 'Changement',
      after: 'Solde',
      what: 'Quoi',
      who: 'Par',
      kinds: { added: 'Ajoutés', removed: 'Retirés', set: 'Solde fixé', spent: 'Dépensés' },
      actors: { user: 'Utilisateur', api_key: 'Clé API', system: 'Le serveur' },
      actor: (word, id) => (id === null ? word : `${word} ${id}`),
      spentBy: (name) => `Dépensés par ${name}`,
      empty: {
        title: 'Aucune entrée',
        text: 'Rien n’a été ajouté ni dépensé pendant cette période. Les organisations sans crédits prépayés n’en ont pas.',
      },
    },
  },
}
