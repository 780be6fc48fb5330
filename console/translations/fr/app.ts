import { clock, count } from '../../design/figures.ts'
import type * as en from '../../words/app.ts'

/** What the frame of the console says. Each resource has its own file of words beside this one. */
export const { words }: typeof en = {
  words: {
    product: 'Quiver',
    loading: 'Chargement',
    tryAgain: 'Réessayer',
    showPassword: 'Afficher le mot de passe',
    close: 'Fermer',
    request: (id) => `Requête ${id}`,
    asOf: (at, kind, message) =>
      `Données de ${clock(at)}. ${{ offline: 'Le serveur ne répond pas ; nouvelle tentative en cours.', forbidden: 'Vous n’avez plus l’autorisation de voir ceci.', stale: message, missing: 'Ceci n’existe plus.', busy: 'Il y a eu trop de requêtes.', later: message, server: 'Une erreur s’est produite sur le serveur.', refused: message }[kind]}`,
    skip: 'Aller au contenu',
    menu: 'Menu',
    openMenu: 'Ouvrir le menu',
    account: 'Compte',
    ownAccount: 'Votre compte',
    logOut: 'Se déconnecter',
    language: 'Langue',
    theme: { title: 'Apparence', light: 'Clair', dark: 'Sombre', auto: 'Comme le système' },
    pages: {
      title: 'Pages',
      range: (first, last, total) => `${first} à ${last} sur ${total}`,
      earlier: 'Précédent',
      later: 'Suivant',
    },
    failure: (kind, message) =>
      ({
        offline: {
          title: 'Pas de connexion au serveur',
          text: 'Votre saisie est conservée ici. Réessayez dans un instant.',
        },
        forbidden: {
          title: 'Vous n’avez pas accès à ceci',
          text: 'Un administrateur de l’organisation peut vous donner l’autorisation.',
        },
        stale: {
          title: 'Quelqu’un d’autre a modifié ceci entre-temps',
          text: `Modifié par ${message}. Votre saisie est toujours là : enregistrez-la de nouveau pour remplacer cette modification, ou rouvrez la page pour la voir.`,
        },
        missing: { title: 'Rien ici', text: 'Cet élément n’existe pas, ou vous n’y avez pas accès.' },
        busy: { title: 'Trop de requêtes', text: message },
        later: { title: 'Le serveur ne peut pas faire cela maintenant', text: message },
        server: {
          title: 'Une erreur s’est produite sur le serveur',
          text: 'Réessayez. Si cela se reproduit, signalez la requête ci-dessous à l’exploitant.',
        },
        refused: { title: 'Cela n’a pas fonctionné', text: message },
      })[kind],
    broken: {
      title: 'Cette partie de la page a échoué',
      text: 'Le reste fonctionne toujours.',
      reload: 'La recharger',
    },
    cancel: 'Retour',
    leaving: {
      title: 'Quitter sans enregistrer ?',
      text: 'Vos modifications sur cette page ne sont pas encore enregistrées.',
      go: 'Quitter sans enregistrer',
    },
    saved: 'Enregistré.',
    more: (rest) => `encore ${count(rest)} : saisissez une partie du nom`,
    copy: { action: 'Copier', done: 'Copié', of: (label) => `Copier : ${label}` },
    notFound: {
      title: 'Rien ici',
      text: 'L’élément a été supprimé, il appartient à une autre organisation ou l’adresse est erronée.',
      to: (place) => `Retour : ${place}`,
    },
    gone: {
      title: 'Ceci n’existe plus',
      text: 'L’élément a été supprimé pendant que cette page était ouverte. Ce que vous voyez ci-dessous date d’avant et ne peut plus être modifié.',
    },
    unreachable: {
      title: 'Le serveur ne répond pas',
      text: 'Vérifiez que Quiver est en marche, puis réessayez.',
    },
    outOfReach:
      'Le serveur est injoignable. Votre saisie est conservée et la page se reconnecte d’elle-même.',
    sessionOver: {
      title: 'Votre session est terminée',
      text: 'Reconnectez-vous. Votre saisie est toujours sur la page.',
    },
  },
}
