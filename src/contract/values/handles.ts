/**
 * The content of a session cookie or a link: the organization id, so that only one tenant's rows are searched, and
 * 256 random bits. `17.qk0Z…`: digits, a point, 43 characters of base64url.
 */
export type Handle = { organizationId: number; token: string }

const shape = /^([1-9]\d{0,9})\.([A-Za-z0-9_-]{43})$/

export function formatHandle({ organizationId, token }: Handle): string {
  return `${organizationId}.${token}`
}

/** @returns null if the text is not a valid handle. */
export function parseHandle(text: string): Handle | null {
  const [, digits, token] = shape.exec(text) ?? []
  const organizationId = Number(digits)
  return token === undefined || organizationId > 2_147_483_647 ? null : { organizationId, token }
}
