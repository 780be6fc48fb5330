import { plural } from '../../design/figures.ts'
import type * as en from '../../words/api-keys.ts'

export const { apiKeyWords }: typeof en = {
  apiKeyWords: {
    title: 'Clés API',
    lead: 'Avec une clé, un programme peut agir pour l’organisation en tant qu’administrateur. Donnez à chaque programme sa propre clé : vous pourrez en révoquer une sans toucher aux autres.',
    create: 'Nouvelle clé',
    name: 'Nom',
    role: 'Accès',
    roles: {
      organization_admin: 'Tout dans cette organisation',
      system_admin: 'Tout sur le serveur',
    },
    state: 'État',
    states: { active: 'Active', off: 'Désactivée', expired: 'Expirée' },
    used: (zone) => `Dernière utilisation, ${zone}`,
    expires: (zone) => `Expiration, ${zone}`,
    never: 'jamais',
    created: 'Création',
    empty: {
      title: 'Aucune clé pour l’instant',
      text: 'Il vous en faut une si un programme, comme votre boutique, doit ajouter des contacts ou lire des rapports. Les personnes se connectent avec leur propre compte.',
    },
    new: {
      title: 'Nouvelle clé',
      lead: 'La clé est affichée une seule fois, après sa création.',
      name: 'Nom',
      nameHint: 'Le programme qui l’utilisera, par exemple « Boutique ».',
      expires: 'Expiration',
      expiry: { never: 'Jamais', '30': 'Dans 30 jours', '90': 'Dans 90 jours', '365': 'Dans un an' },
      submit: 'Créer la clé',
    },
    secret: {
      title: 'Copiez la clé maintenant',
      text: 'Elle ne sera plus affichée. Conservez-la là où seul le programme peut la lire.',
      label: 'Clé',
      use: 'À envoyer avec chaque appel',
      done: 'C’est copié',
    },
    rename: 'Enregistrer le nom',
    switchOff: 'Désactiver',
    switchOn: 'Activer',
    rotate: {
      title: 'Remplacer la clé',
      text: 'L’ancienne valeur reste valable un moment, le temps de la changer dans chaque programme.',
      overlap: 'Validité de l’ancienne valeur',
      overlaps: {
        '0': 'Aucune',
        '3600': 'Une heure',
        '86400': 'Un jour',
        '604800': 'Sept jours',
      },
      submit: 'Créer une nouvelle valeur',
      running: (until) => `L’ancienne valeur reste valable jusqu’au ${until}.`,
    },
    remove: {
      open: 'Supprimer la clé…',
      title: (name) => `Supprimer ${name} ?`,
      text: 'Les programmes qui l’utilisent perdent l’accès immédiatement. Cette action est irréversible.',
      action: 'Supprimer la clé',
    },
    assistant: {
      title: 'Connecter un assistant',
      text: 'Les programmes compatibles avec le Model Context Protocol peuvent travailler avec cette organisation. Créez une clé avec les droits nécessaires, puis donnez au programme cette adresse et la clé. Chaque modification est d’abord planifiée, et ce qui exige une approbation attend une personne.',
      address: 'Adresse',
      settings: 'Paramètres du programme',
      settingsOf: (address) =>
        JSON.stringify({
          mcpServers: {
            quiver: { type: 'http', url: address, headers: { Authorization: 'Bearer API_KEY' } },
          },
        }),
    },
    count: (value) => plural(value, { one: '# clé', other: '# clés' }),
    usedFrom: 'Dernière utilisation depuis',
    scopes: {
      title: 'Droits de la clé',
      save: 'Enregistrer les droits',
      some: 'Uniquement ce qui est choisi ici',
      someHint: 'La clé d’un programme ne devrait permettre que ce que fait le programme, et rien d’autre.',
      scim: 'Approvisionnement par SCIM',
      scimHint:
        'Pour un fournisseur d’identité, comme Entra ou Okta, qui tient ici les utilisateurs et les groupes.',
      listsHint: 'Toutes les autres listes, et ce qui en dépend, n’existent pas pour cette clé.',
    },
  },
}
