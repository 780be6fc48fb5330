import type { FormWords } from './words-en.ts'

export const fr: FormWords = {
  title: 'S’abonner à {list}',
  email: 'Adresse e-mail',
  button: 'M’abonner',
  optional: '(facultatif)',
  choose: 'Veuillez choisir',
  dayHint: 'Mois et jour, par exemple 12-31',
  honeypot: 'Laissez ce champ vide',
  missing: 'Veuillez remplir ce champ.',
  wrong: 'Veuillez vérifier ce champ.',
  emailWrong: 'Veuillez saisir une adresse e-mail, par exemple nom@example.com.',
  consentMissing: 'Veuillez donner votre accord pour que nous puissions vous écrire.',
  again: 'Veuillez vérifier votre saisie, puis appuyer encore une fois sur le bouton.',
  needsScript:
    'Un bref calcul dans votre navigateur protège ce formulaire contre les robots. Veuillez activer JavaScript et recharger la page.',
  sentTitle: 'Veuillez consulter votre messagerie',
  sentText:
    'Nous avons envoyé un message à {email}. Votre abonnement commencera dès que vous aurez ouvert le lien qu’il contient et confirmé. Si rien n’arrive dans quelques minutes, veuillez regarder dans le dossier des indésirables.',
  singleTitle: 'Merci',
  singleText:
    'Votre abonnement à {list} a bien été enregistré. Si votre adresse doit encore être confirmée, vous recevrez un message contenant un lien.',
  confirmTitle: 'Confirmer votre abonnement',
  confirmText: 'Dès votre confirmation, vous recevrez les messages de {list} à l’adresse {email}.',
  confirmButton: 'Oui, je m’abonne',
  thanksTitle: 'Votre abonnement est confirmé',
  thanksText: 'Merci. Vous recevrez désormais les messages de {list}.',
  expiredTitle: 'Ce lien a expiré',
  expiredText: 'Ces liens sont valables sept jours. Rien n’a été modifié. Veuillez vous abonner à nouveau.',
  signUpAgain: 'M’abonner à nouveau',
  closedTitle: 'Ce formulaire est fermé',
  closedText: 'Il n’accepte pas d’abonnements pour le moment. Rien n’a été modifié.',
  tooManyTitle: 'Veuillez patienter une minute',
  tooManyText: 'Trop de formulaires ont été envoyés depuis votre connexion. Rien n’a été modifié.',
  mailSubject: 'Veuillez confirmer votre abonnement à {list}',
  mailText:
    'Bonjour,\n\nquelqu’un, probablement vous-même, a saisi cette adresse pour s’abonner à {list}. Veuillez confirmer que vous le souhaitez.',
  mailButton: 'Confirmer l’abonnement',
  mailUntil: 'Le lien est valable jusqu’au {time}.',
  mailIgnore:
    'Si ce n’était pas vous, vous n’avez rien à faire : sans confirmation, vous ne recevrez aucun message.',
  mailCopy: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  reminderSubject: 'Rappel : {subject}',
  alreadySubject: 'Votre abonnement à {list} est déjà actif',
  alreadyText:
    'Bonjour,\n\nquelqu’un, probablement vous-même, a saisi cette adresse pour s’abonner à {list}. Votre abonnement est déjà actif et vous n’avez rien à faire. Si ce n’était pas vous, vous pouvez ignorer ce message.',
}
