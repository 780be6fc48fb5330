import type * as en from '../../../words/session/set-up.ts'

export const { setUpWords }: typeof en = {
  setUpWords: {
    product: 'Quiver',
    title: 'Configurer Quiver',
    lead: 'Vous devenez l’administrateur de ce serveur et de votre organisation. Vous pourrez inviter des collègues plus tard.',
    name: 'Votre nom',
    email: 'E-mail',
    emailHint: 'Vous vous connectez avec elle.',
    password: 'Mot de passe',
    passwordHint:
      'Au moins 12 caractères. Quatre mots sans rapport sont faciles à retenir et difficiles à deviner.',
    organization: 'Organisation',
    organizationHint: 'Le nom de votre entreprise ou de votre marque, tel que le connaissent vos collègues.',
    zone: 'Fuseau horaire',
    zoneHint: 'Les heures des campagnes et des imports sont affichées dans ce fuseau.',
    noZone: 'Ce fuseau horaire n’existe pas',
    submit: 'Créer et se connecter',
    done: {
      title: 'Quiver est déjà configuré',
      text: 'Connectez-vous avec votre e-mail et votre mot de passe.',
      logIn: 'Se connecter',
    },
    noLink: {
      title: 'Ce lien n’est pas valide',
      text: 'Redémarrez le serveur : tant qu’aucun administrateur n’a de compte, il en affiche un nouveau.',
    },
    waiting: {
      title: 'Quiver n’a pas encore d’administrateur',
      text: 'Ouvrez le lien que le serveur a affiché à son démarrage. Il se termine par /console/set-up# et un long code.',
    },
  },
}
