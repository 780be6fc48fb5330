export const sqlState = {
  protocolViolation: '08P01',
  featureNotSupported: '0A000',
  invalidParameterValue: '22023',
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  inFailedTransaction: '25P02',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  undefinedTable: '42P01',
  diskFull: '53100',
  tooManyConnections: '53300',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
} as const

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * Whether a statement was refused by this constraint or unique index. The one of a shard has the shard's number behind its
 * name, which a coordinator may tell in the message only.
 */
export function isBreachOf(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  const named = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null
  const name = named ?? / constraint "([^"]+)"/.exec(error.message)?.[1] ?? ''
  return (
    name === constraint ||
    (name.startsWith(`${constraint}_`) && /^\d+$/.test(name.slice(constraint.length + 1)))
  )
}
