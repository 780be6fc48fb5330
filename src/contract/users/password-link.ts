/** The pages of a user without a session. A console can take their place under the same paths. */
export const pagePaths = {
  setPassword: '/log_in/set_password',
  passwordSet: '/log_in/password_set',
  forgotPassword: '/log_in/forgot_password',
} as const

/**
 * The page on which a user sets a password with the token of a link.
 * @param baseUrl the server's address for browsers, without a trailing slash
 */
export function setPasswordUrl(baseUrl: string, token: string): string {
  return `${baseUrl}${pagePaths.setPassword}?token=${token}`
}
