import type { Endpoint } from '../../contract/api/endpoint.ts'
import { badRequest } from '../../contract/api/errors.ts'

export function takesIdempotencyKey({
  method,
  role,
  idempotencyKey,
}: Pick<Endpoint, 'method' | 'role' | 'idempotencyKey'>): boolean {
  return role !== 'anyone' && (idempotencyKey ?? method === 'POST')
}

/** @returns null without a key. @throws AppError `invalid_request`. */
export function readIdempotencyKey(
  definition: Pick<Endpoint, 'method' | 'role' | 'idempotencyKey'>,
  header: string | string[] | undefined,
): string | null {
  if (header === undefined || !takesIdempotencyKey(definition)) return null
  const key = String(header).trim()
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badRequest('Idempotency-Key must be 1 to 255 printable ASCII characters')
  }
  return key
}
