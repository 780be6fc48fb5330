import { AppError } from '../../contract/api/errors.ts'
import type { Spool } from '../../files/storage.ts'

/** @throws AppError 507 if the storage has no room for so many more bytes. */
export async function requireRoom(spool: Pick<Spool, 'roomBytes'>, bytes: number): Promise<void> {
  if ((await spool.roomBytes()) < bytes) throw diskFull()
}

/** Clients of the tus protocol repeat a request after an error of the server. */
export function diskFull(cause?: unknown): AppError {
  return new AppError(
    'internal_error',
    'the disk of the server has no room for the upload: the bytes that arrived are kept; resume when the operator has freed space',
    { status: 507, headers: { 'retry-after': '60' }, cause },
  )
}
