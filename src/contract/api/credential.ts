/**
 * Base64 of `<organization id>:<40 lower-case hex>`: the `api_key` attribute, sent after `Basic ` (docs/decisions/001).
 */
export type Credential = { organizationId: number; key: string }

const shape = /^([1-9]\d{0,9}):([0-9a-f]{40})$/

export function formatCredential(credential: Credential): string {
  return btoa(`${credential.organizationId}:${credential.key}`)
}

/** @param header the Authorization header. @returns null if it is not a valid credential. */
export function parseAuthorization(header: string | undefined): Credential | null {
  const [scheme, value, ...rest] = (header ?? '').trim().split(/ +/, 3)
  if (value === undefined || rest.length > 0 || !/^(basic|bearer)$/i.test(scheme ?? '')) return null
  if (value.length > 100 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return null
  return parseClear(decodeBase64(value))
}

function decodeBase64(value: string): string {
  try {
    return atob(value)
  } catch {
    return ''
  }
}

function parseClear(text: string): Credential | null {
  const match = shape.exec(text)
  const organizationId = Number(match?.[1])
  const key = match?.[2]
  return key === undefined || organizationId > 2_147_483_647 ? null : { organizationId, key }
}
