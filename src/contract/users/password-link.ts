/** A console can serve its own pages at these paths. */
export const pagePaths = {
  setPassword: '/log_in/set_password',
  passwordSet: '/log_in/password_set',
  forgotPassword: '/log_in/forgot_password',
} as const

/** @param baseUrl without a trailing slash */
export function setPasswordUrl(baseUrl: string, token: string): string {
  return `${baseUrl}${pagePaths.setPassword}?token=${token}`
}
