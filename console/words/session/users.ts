export const userWords = {
  product: 'Quiver',
  logIn: {
    title: 'Log in',
    email: 'E-mail',
    password: 'Password',
    showPassword: 'Show the password',
    code: 'Code',
    codeHint: 'The six digits of your authenticator, or a recovery code.',
    forgot: 'Forgot your password?',
    wrong: 'E-mail, password or code is not right.',
    offline: 'The server is not responding. Try again in a moment.',
  },
}
