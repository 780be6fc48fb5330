import { createHmac } from 'node:crypto'
import { mailboxOf } from '../../contract/values/email.ts'
import type { Database } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { giveBackMails, takeMails } from '../../store/server/requested-mails.ts'

type Parts = { database: Database; secrets: Pick<Secrets, 'keyFor'> }

/**
 * Limits the mails to one mailbox that a stranger can request, over all forms, lists and organizations: without it, a
 * stranger could send one person a hundred mails with a hundred forms.
 * @returns for each address, in order, whether it may get one.
 */
export async function takeMailsTo(parts: Parts, addresses: readonly string[]): Promise<boolean[]> {
  if (addresses.length === 0) return []
  const boxes = addresses.map((address) => mailboxOf(address))
  const counted = [...countOf(boxes)]
  const granted = await parts.database.everywhere().begin((sql) => takeMails(sql, hashed(parts, counted)))
  const left = new Map(counted.map(([mailbox], place) => [mailbox, granted[place] ?? 0]))
  return boxes.map((mailbox) => {
    const mails = left.get(mailbox) ?? 0
    left.set(mailbox, mails - 1)
    return mails > 0
  })
}

/** Of mails that were allowed and have not left. */
export async function giveBackMailsTo(parts: Parts, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  const counted = [...countOf(addresses.map((address) => mailboxOf(address)))]
  await giveBackMails(parts.database.everywhere(), hashed(parts, counted))
}

function countOf(boxes: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const mailbox of boxes) counts.set(mailbox, (counts.get(mailbox) ?? 0) + 1)
  return counts
}

function hashed({ secrets }: Parts, counted: readonly (readonly [string, number])[]) {
  const key = secrets.keyFor('requested mails')
  return counted.map(([mailbox, mails]) => ({
    mailbox: createHmac('sha256', key).update(mailbox).digest(),
    mails,
  }))
}
