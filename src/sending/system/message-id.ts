import { domainOf } from '../../contract/values/email.ts'
import type { Secrets } from '../../secrets/ring.ts'

/**
 * The same for each attempt of one mail, and another one on every other installation, which counts its mails from 1, too: software
 * for mail drops what has an id that it knows.
 */
export function messageIdOf(
  secrets: Pick<Secrets, 'fingerprint'>,
  occasion: readonly (string | number)[],
  from: string,
): string {
  const mark = secrets
    .fingerprint(`message id ${occasion.join(' ')}`)
    .toString('hex')
    .slice(0, 32)
  return `<${occasion[0]}-${mark}@${domainOf(from)}>`
}
