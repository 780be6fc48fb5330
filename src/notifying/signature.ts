import { createHmac } from 'node:crypto'

/**
 * What a receiver checks a request by: `v1=` and the hexadecimal HMAC-SHA-256, under the webhook's secret, of the time
 * of sending (UNIX seconds, as in the header), a dot and the body as it came.
 */
export function signatureOf(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}
