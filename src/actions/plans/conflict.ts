import { AppError } from '../../contract/api/errors.ts'

export function conflict(message: string): AppError {
  return new AppError('validation_failed', message, { status: 409 })
}
