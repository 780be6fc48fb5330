/**
 * What a session's cookie or a link holds: the organization, so that one tenant's rows are looked at only, and 256
 * random bits. `17.qk0Z…`: digits, a point, 43 characters of base64url.
 */
export type Handle = { organizationId: number; token: string }

const shape = /^([1-9]\d{0,9})\.([A-Za-z0-9_-]{43})$/

export function formatHandle({ organizationId, token }: Handle): string {
  return `${organizationId}.${token}`
}

/** @returns null when it is none of ours. */
export function parseHandle(text: string): Handle | null {
  const [, digits, token] = shape.exec(text) ?? []
  const organizationId = Number(digits)
  return token === undefined || organizationId > 2_147_483_647 ? null : { organizationId, token }
}
