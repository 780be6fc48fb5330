export type BounceSeverity = 'hard' | 'soft' | 'other'

/**
 * Classifies an enhanced status code (RFC 3463). Hard: the address does not work. Soft: it may work later. Other:
 * the cause is not the address but the message (5.6.x), the sender (5.1.7, 5.1.8, often 5.7.x), or the route.
 * @param status `5.1.1`; null: unknown.
 */
export function bounceSeverity(status: string | null): BounceSeverity {
  if (status === null || ['5.1.7', '5.1.8'].includes(status)) return 'other'
  // Mailbox full, message too long for it, server full.
  if (status.startsWith('4.') || ['5.2.2', '5.2.3', '5.3.1', '5.3.4'].includes(status)) return 'soft'
  // 5.4.4: the domain has no server.
  return /^5\.[012]\./.test(status) || status === '5.4.4' ? 'hard' : 'other'
}
