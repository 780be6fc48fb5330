/**
 * Where somebody sets a password with the token of a link.
 * @param baseUrl where browsers reach the server, without a slash at its end
 */
export function setPasswordUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/log_in/set_password?token=${token}`
}
