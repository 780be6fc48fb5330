import type { AccountWords } from './en.ts'

export const french: AccountWords = {
  serverAdministrator: 'L’administrateur de ce serveur',
  administratorOf: (organization) => `Un administrateur de ${organization}`,
  invitation: {
    subject: (inviter, organization) => `${inviter} vous invite à rejoindre ${organization}`,
    text: ({ name, inviter, organization, email }) => `Bonjour ${name},

${inviter} vous invite à travailler avec ${organization} sur Quiver, le serveur depuis lequel ${organization} envoie ses newsletters et ses autres e-mails.

Choisissez votre mot de passe pour accepter l’invitation :

{{link}}

Le lien fonctionne une seule fois, jusqu’au {{expires}}. Ensuite, vous vous connectez avec ${email}.

Si vous n’attendez pas cette invitation, ignorez ce message. Sans mot de passe, personne ne peut se connecter avec votre adresse.
`,
  },
  addressChange: {
    subject: (organization) => `Confirmez votre nouvelle adresse pour ${organization}`,
    text: ({ name, inviter, organization, email }) => `Bonjour ${name},

${inviter} a remplacé l’adresse de votre compte Quiver chez ${organization} par ${email}.

Choisissez un mot de passe pour confirmer que cette adresse est la vôtre :

{{link}}

Le lien fonctionne une seule fois, jusqu’au {{expires}}. D’ici là, vous ne pouvez pas vous connecter, car le mot de passe précédent n’est plus valable.

Si vous n’êtes pas au courant, ignorez ce message. Personne ne peut se connecter avec votre adresse.
`,
  },
  reset: {
    subject: 'Choisissez un nouveau mot de passe pour Quiver',
    text: ({ name, organization, email }) => `Bonjour ${name},

Un nouveau mot de passe a été demandé pour le compte Quiver ${email} chez ${organization}. Si la demande vient de vous, choisissez-le ici :

{{link}}

Le lien fonctionne une seule fois, jusqu’au {{expires}}. Le nouveau mot de passe vous déconnecte de tous vos appareils.

Si la demande ne vient pas de vous, ignorez ce message : votre mot de passe reste le même. Si cela se reproduit, prévenez votre administrateur.
`,
  },
  copyAddress: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  sentBy: (url) => `Ce message a été envoyé par le serveur Quiver à l’adresse ${url}.`,
  choosePassword: 'Choisissez votre mot de passe',
  chooseNewPassword: 'Choisissez un nouveau mot de passe',
  forWhom: (email, organization) => `Pour <strong>${email}</strong> chez ${organization}.`,
  logsOut: 'Vous serez déconnecté de tous vos appareils.',
  password: 'Mot de passe',
  rules: (lengthMin) =>
    `Au moins ${lengthMin} caractères. Quatre mots sans rapport, ou plus, sont faciles à retenir et difficiles à deviner.
Ou laissez choisir votre gestionnaire de mots de passe. Évitez votre nom, votre adresse et les mots courants ou répétés.`,
  again: 'Le même mot de passe, encore une fois',
  setPassword: 'Enregistrer le mot de passe',
  notTheSame: 'Les deux mots de passe ne sont pas identiques.',
  logIn: 'Se connecter',
  isSet: {
    title: 'Votre mot de passe est enregistré',
    text: 'Désormais, vous vous connectez avec votre adresse et votre nouveau mot de passe. Le lien de l’e-mail ne fonctionne plus.',
  },
  dead: {
    title: 'Ce lien ne fonctionne plus',
    once: 'Chaque lien fonctionne une seule fois : celui d’une invitation pendant sept jours, celui d’un nouveau mot de passe pendant une heure.',
    set: (link) =>
      `<strong>Avez-vous déjà choisi un mot de passe ?</strong> Alors ${link('connectez-vous à Quiver')}.`,
    fresh:
      '<strong>Le lien est-il encore récent ?</strong> Ouvrez-le de nouveau depuis l’e-mail. Cette page a besoin de cookies et retient le lien\npendant une demi-heure.',
    otherwise: (link) =>
      `<strong>Sinon</strong>, ${link('demandez un nouveau lien')} ou adressez-vous à la personne qui vous a invité.`,
  },
  forgot: {
    title: 'Mot de passe oublié ?',
    lead: 'Quiver vous envoie un lien pour en choisir un nouveau.',
    email: 'E-mail',
    submit: 'Envoyer le lien',
  },
  mailed: {
    title: 'Consultez vos e-mails',
    sent: 'Si l’adresse appartient à un compte, un lien vient d’y être envoyé. Il fonctionne une seule fois, pendant une heure.',
    nothing:
      'Rien après quelques minutes ? Regardez dans les indésirables et vérifiez que l’invitation a été envoyée à cette adresse.',
  },
  later: {
    title: 'Réessayez dans un instant',
    text: 'Le serveur ne peut pas répondre pour le moment. Rien n’a été modifié.',
  },
}
