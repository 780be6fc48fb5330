/**
 * A session cookie or a link: `17.qk0Z…`. The organization id limits the search to one tenant; 256 random bits follow.
 */
export type Handle = { organizationId: number; token: string }

const shape = /^([1-9]\d{0,9})\.([A-Za-z0-9_-]{43})$/

export function formatHandle({ organizationId, token }: Handle): string {
  return `${organizationId}.${token}`
}

export function parseHandle(text: string): Handle | null {
  const [, digits, token] = shape.exec(text) ?? []
  const organizationId = Number(digits)
  return token === undefined || organizationId > 2_147_483_647 ? null : { organizationId, token }
}
