import type { Sql, Transaction } from '../../database/driver/connection.ts'

/** To one mailbox, from all organizations, within 24 hours after the first. */
export const mailsPerMailbox = 10

/** @returns of each mailbox, how many of the `wanted` mails may be sent; they count. */
export async function takeMails(
  everywhere: Transaction,
  wanted: readonly { mailbox: Buffer; mails: number }[],
): Promise<number[]> {
  const hex = wanted.map(({ mailbox }) => mailbox.toString('hex'))
  const given = everywhere`
    select decode(hex, 'hex') as mailbox_hmac, wanted
    from unnest(${hex}::text[], ${wanted.map(({ mails }) => mails)}::integer[]) given (hex, wanted)`
  // The order of the mailboxes is the order of locks: two senders do not deadlock.
  await everywhere`
    insert into requested_mails (mailbox_hmac) select mailbox_hmac from (${given}) g order by mailbox_hmac
    on conflict (mailbox_hmac) do nothing`
  const rows = await everywhere<{ hex: string; granted: number }[]>`
    with held as materialized (
      select c.mailbox_hmac, g.wanted,
        case when c.since > now() - interval '1 day' then c.mails else 0 end as before
      from requested_mails c join (${given}) g using (mailbox_hmac)
      order by c.mailbox_hmac for update of c)
    update requested_mails c
    set mails = least(${mailsPerMailbox}, held.before + held.wanted),
      since = case when held.before = 0 then now() else c.since end
    from held where c.mailbox_hmac = held.mailbox_hmac
    returning encode(c.mailbox_hmac, 'hex') as hex, c.mails - held.before as granted`
  const granted = new Map(rows.map((row) => [row.hex, row.granted]))
  return hex.map((one) => granted.get(one) ?? 0)
}

/** What was taken and not sent. */
export async function giveBackMails(
  everywhere: Sql,
  unsent: readonly { mailbox: Buffer; mails: number }[],
): Promise<void> {
  const hex = unsent.map(({ mailbox }) => mailbox.toString('hex'))
  await everywhere`
    with held as materialized (
      select c.mailbox_hmac, g.unsent
      from requested_mails c
      join unnest(${hex}::text[], ${unsent.map(({ mails }) => mails)}::integer[]) g (hex, unsent)
        on c.mailbox_hmac = decode(g.hex, 'hex')
      order by c.mailbox_hmac for update of c)
    update requested_mails c set mails = greatest(0, c.mails - held.unsent)
    from held where c.mailbox_hmac = held.mailbox_hmac`
}

/** At most `batchRows` a call: counts that are over. */
export async function purgeRequestedMails(everywhere: Sql, batchRows: number): Promise<number> {
  const { count } = await everywhere`
    delete from requested_mails where mailbox_hmac in (
      select mailbox_hmac from requested_mails where since < now() - interval '1 day'
      order by since limit ${batchRows} for update skip locked)`
  return count
}
