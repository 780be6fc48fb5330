import { pagePaths } from '../../contract/users/password-link.ts'

export type LinkCookie = {
  /** @param token '' removes the cookie. @returns the Set-Cookie header. */
  set: (token: string) => string
  read: (header: string | undefined) => string
}

const seconds = 30 * 60

/**
 * `Lax`, because browsers do not send `Strict` cookies when the link was clicked on another site, such as a webmail.
 */
export function createLinkCookie(baseUrl: string): LinkCookie {
  const { protocol, pathname } = new URL(URL.canParse(baseUrl) ? baseUrl : 'http://localhost')
  const isSecure = protocol === 'https:'
  const name = isSecure ? '__Secure-quiver_link' : 'quiver_link'
  const path = `${pathname.replace(/\/$/, '')}${pagePaths.setPassword}`
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    set: (token) => `${name}=${token}; ${attributes}; Max-Age=${token === '' ? 0 : seconds}`,
    read: (header = '') => {
      const cookies = header.split(';').map((pair) => pair.trim().split('='))
      return cookies.find(([key]) => key === name)?.[1] ?? ''
    },
  }
}
