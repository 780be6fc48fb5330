import { trimmedName } from '../values/spelling/invisible.ts'
import { isStorable } from '../values/text.ts'

/** The name of a user from what a provider has written; the address if that is none. */
export function shownName(written: string, email: string): string {
  const plain = trimmedName(written.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')).slice(0, 100)
  return plain === '' || !isStorable(plain) ? email.slice(0, 100) : plain
}
