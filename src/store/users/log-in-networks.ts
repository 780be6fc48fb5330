import type { Sql, Transaction } from '../../database/driver/connection.ts'

/** Both are HMACs. Call these functions across organizations. */
export type KnownNetwork = { account: Buffer; network: Buffer }

const keptDays = 90

export async function insertLogInNetwork(
  sql: Transaction,
  { account, network }: KnownNetwork,
): Promise<void> {
  await sql`
    delete from log_in_networks where (account_hmac, network_hmac) in (
      select account_hmac, network_hmac from log_in_networks
      where seen_at < now() - ${keptDays} * interval '1 day' limit 5 for update skip locked)`
  await sql`
    insert into log_in_networks (account_hmac, network_hmac) values (${account}, ${network})
    on conflict (account_hmac, network_hmac) do update set seen_at = excluded.seen_at`
}

export async function findLogInNetworks(sql: Sql, account: Buffer): Promise<Buffer[]> {
  const rows = await sql<{ network_hmac: Uint8Array }[]>`
    select network_hmac from log_in_networks where account_hmac = ${account} order by seen_at desc limit 200`
  return rows.map(({ network_hmac }) => Buffer.from(network_hmac))
}
