/**
 * The page on which a user sets a password with the token of a link.
 * @param baseUrl the server's address for browsers, without a trailing slash
 */
export function setPasswordUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/log_in/set_password?token=${token}`
}
