import type { LogInProblem } from '../../../src/contract/users/single-sign-on.ts'

const problems: Record<LogInProblem, string> = {
  expired: 'That took too long, or was begun in another window. Begin again.',
  refused: 'You were not let in there. Begin again, or ask your administrator for access.',
  unreachable:
    'The log-in of your organization does not answer. Try again in a moment, or tell your administrator.',
  invalid:
    'The log-in of your organization answered in a way that cannot be trusted. Tell your administrator: the audit log says what was wrong.',
  no_address: 'The log-in of your organization did not tell your e-mail address. Tell your administrator.',
  not_verified:
    'The log-in of your organization does not say that your e-mail address is verified. Tell your administrator.',
  other_domain:
    'Your e-mail address is not one of those that can log in here. Use the account of your organization.',
  no_user: 'You have no account here yet. Ask your administrator to invite you.',
  inactive: 'Your account is switched off. Ask your administrator.',
  elsewhere: 'Your organization has a log-in of its own. Type your e-mail address, and continue with that.',
}

export const userWords = {
  product: 'Quiver',
  logIn: {
    title: 'Log in',
    email: 'E-mail',
    password: 'Password',
    code: 'Code',
    codeHint: 'The six digits of your authenticator, or a recovery code.',
    forgot: 'Forgot your password?',
    wrong: 'E-mail, password or code is not right.',
    passkey: 'Log in with a passkey',
    noPasskey: 'No passkey was used. Try again, or log in with your password.',
    with: (provider: string) => `Continue with ${provider}`,
    again: 'I have logged in',
    problems,
    offline: 'The server is not responding. Try again in a moment.',
  },
}
