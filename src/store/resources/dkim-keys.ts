import type { DkimAlgorithm, DkimCheckState, DkimKeyChanges } from '../../contract/resources/dkim-keys.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { nextId } from '../server/ids.ts'
import { insertColumns, setColumns } from './rows.ts'
import type { Resource, ResourceRow } from './rows.ts'
import { asciiDomain, claimSenderDomain } from './sender-domains.ts'

export type DkimKeyRow = {
  id: number
  domain: string
  selector: string
  algorithm: DkimAlgorithm
  active: boolean
  public_key: string
  created_at: Date
  checked_at: Date | null
  check_state: DkimCheckState | null
  problem: string
}

export type NewDkimKey = {
  domain: string
  selector: string
  algorithm: DkimAlgorithm
  active: boolean
  publicKey: string
  seal: (id: number) => Uint8Array
}

export const dkimKeys: Resource<NewDkimKey, DkimKeyChanges, DkimKeyRow> = {
  what: 'DKIM key',
  subject: 'dkim_key',
  table: 'dkim_keys',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql<DkimKeyRow[]>`
    select id, domain, selector, algorithm, active, public_key, created_at, checked_at, check_state, problem
    from dkim_keys
    where organization_id = ${organizationId}`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'selector', index: 'dkim_keys_selector' },
  insert: async (sql, organizationId, { domain, selector, algorithm, active, publicKey, seal }) => {
    await claimSenderDomain(sql, organizationId, domain)
    const id = await nextId(sql, 'dkim_keys')
    return insertColumns(sql, organizationId, 'dkim_keys', {
      id,
      domain,
      ascii_domain: asciiDomain(domain),
      selector,
      algorithm,
      active,
      public_key: publicKey,
      private_key_sealed: seal(id),
    })
  },
  update: (sql, organizationId, row, { active }) =>
    setColumns(sql, organizationId, dkimKeys, { row, columns: { active } }),
  // Signed messages may still be in transit: the published record must stay, but not the row.
  users: (sql) => sql`select '' as type, 0 as id where false`,
  release: async () => {},
}

export async function recordDkimCheck(
  sql: Sql,
  organizationId: number,
  { id }: ResourceRow,
  { state, problem }: { state: DkimCheckState; problem: string },
): Promise<void> {
  await sql`
    update dkim_keys set checked_at = now(), check_state = ${state}, problem = ${problem}
    where organization_id = ${organizationId} and id = ${id}`
}

export type SigningKey = { id: number; domain: string; selector: string; private_key_sealed: Uint8Array }

/** The newest active key of each domain and algorithm; of a domain RSA comes first, which all receivers know. */
export async function findSigningKeys(sql: Sql, organizationId: number): Promise<SigningKey[]> {
  return sql<SigningKey[]>`
    select distinct on (domain, algorithm) id, domain, selector, private_key_sealed from dkim_keys
    where organization_id = ${organizationId} and active
    order by domain, algorithm desc, id desc`
}
