import type { LogInProblem } from '../../../../src/contract/users/single-sign-on.ts'
import type * as en from '../../../words/session/users.ts'

const problems: Record<LogInProblem, string> = {
  expired: 'Cela a pris trop de temps, ou a été commencé dans une autre fenêtre. Recommencez.',
  refused: 'L’accès vous a été refusé. Recommencez, ou demandez un accès à votre administrateur.',
  unreachable:
    'La connexion de votre organisation ne répond pas. Réessayez dans un instant, ou prévenez votre administrateur.',
  invalid:
    'La réponse de la connexion de votre organisation n’est pas fiable. Prévenez votre administrateur : le journal d’audit indique le problème.',
  no_address:
    'La connexion de votre organisation n’a pas transmis votre adresse e-mail. Prévenez votre administrateur.',
  not_verified:
    'La connexion de votre organisation n’indique pas que votre adresse e-mail est vérifiée. Prévenez votre administrateur.',
  other_domain:
    'Votre adresse e-mail n’est pas de celles qui peuvent se connecter ici. Utilisez le compte de votre organisation.',
  no_user: 'Vous n’avez pas encore de compte ici. Demandez à votre administrateur de vous inviter.',
  inactive: 'Votre compte est désactivé. Adressez-vous à votre administrateur.',
  elsewhere:
    'Votre organisation a sa propre connexion. Saisissez votre adresse e-mail et continuez avec celle-ci.',
}

export const { userWords }: typeof en = {
  userWords: {
    product: 'Quiver',
    logIn: {
      title: 'Se connecter',
      email: 'E-mail',
      password: 'Mot de passe',
      code: 'Code',
      codeHint: 'Les six chiffres de votre application d’authentification, ou un code de récupération.',
      forgot: 'Mot de passe oublié ?',
      wrong: 'L’e-mail, le mot de passe ou le code est incorrect.',
      passkey: 'Se connecter avec une clé d’accès',
      noPasskey: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous avec votre mot de passe.',
      with: (provider) => `Continuer avec ${provider}`,
      again: 'Je suis connecté',
      problems,
      offline: 'Le serveur ne répond pas. Réessayez dans un instant.',
    },
  },
}
