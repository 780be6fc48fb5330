/** A request to a webhook, as it came: two headers, and the body before anybody parsed it. */
export type WebhookRequest = {
  /** X-Quiver-Timestamp. */
  timestamp: string
  /** X-Quiver-Signature. */
  signature: string
  body: string
}

const toleranceSeconds = 300

/**
 * Whether a request was signed with the webhook's secret, lately: what is older than five minutes may be a copy that
 * somebody kept. Takes the same time for a wrong signature wherever it is wrong.
 */
export async function isFromQuiver(
  secret: string,
  { timestamp, signature, body }: WebhookRequest,
  nowMs = Date.now(),
): Promise<boolean> {
  if (!/^\d{1,12}$/.test(timestamp) || !/^v1=[0-9a-f]{64}$/.test(signature)) return false
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const text = new TextEncoder()
  const hash = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(secret), hash, false, ['verify'])
  const given = Uint8Array.from(signature.slice(3).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return crypto.subtle.verify('HMAC', key, given, text.encode(`${timestamp}.${body}`))
}
