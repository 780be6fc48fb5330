import type { PublicWords } from './words-en.ts'

export const fr: PublicWords = {
  askTitle: 'Voulez-vous vous désabonner ?',
  askText: 'Vous ne recevrez plus de messages de {list}.',
  leave: 'Me désabonner',
  leftTitle: 'Votre désabonnement est enregistré',
  leftText: 'Vous ne recevrez plus de messages de {list}.',
  againTitle: 'Vous êtes déjà désabonné(e)',
  againText: 'Vous ne recevez plus de messages de {list}.',
  mistake: 'C’était une erreur, ou vous avez changé d’avis ?',
  comeBack: 'Me réabonner',
  backTitle: 'Votre abonnement est rétabli',
  backText: 'Vous recevrez les messages de {list} comme auparavant.',
  fullTitle: 'L’abonnement est impossible pour le moment',
  fullText:
    '{list} n’accepte pas de nouveaux abonnés en ce moment. Rien n’a été modifié. Veuillez réessayer dans quelques jours.',
  deadTitle: 'Ce lien ne fonctionne pas',
  deadText:
    'Il a peut-être été coupé ou modifié en chemin. Veuillez utiliser le lien tel qu’il figure dans le message.',
  laterTitle: 'Veuillez réessayer dans un instant',
  laterText: 'Le serveur ne peut pas répondre pour le moment. Rien n’a été modifié.',
  imprint: 'Mentions légales',
}
