export type BounceSeverity = 'hard' | 'soft' | 'other'

/**
 * What an enhanced status code (RFC 3463) says of an address. Hard: it will not work tomorrow either. Soft: it may.
 * Other: the address is not what is wrong, but what was sent (5.6.x), who sent it (5.1.7, 5.1.8, and by some policy
 * 5.7.x), or the way there.
 * @param status `5.1.1`; null: nobody knows.
 */
export function bounceSeverity(status: string | null): BounceSeverity {
  if (status === null || ['5.1.7', '5.1.8'].includes(status)) return 'other'
  // A full mailbox, a message too long for it, a server that is full.
  if (status.startsWith('4.') || ['5.2.2', '5.2.3', '5.3.1', '5.3.4'].includes(status)) return 'soft'
  // 5.4.4: the domain has no server.
  return /^5\.[012]\./.test(status) || status === '5.4.4' ? 'hard' : 'other'
}
