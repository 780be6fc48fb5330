import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { systemOrganizationId } from '../conditions/system-organization.ts'
import { hashToken, newToken } from './tokens.ts'

/** Several processes of an installation can start at once; each shows a link. */
const linksMax = 5

/** Call these functions across organizations. */
export async function hasAdministrator(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select 1 from users where organization_id = ${systemOrganizationId} and role = 'system_admin') as found`
  return row?.found === true
}

/** @returns the token, which is not stored. */
export async function insertSetUpToken(sql: Transaction): Promise<string> {
  const { token, sha256 } = newToken()
  await sql`insert into set_up_tokens (token_sha256) values (${sha256})`
  await sql`
    delete from set_up_tokens where id not in (
      select id from set_up_tokens order by id desc limit ${linksMax})`
  return token
}

export async function isSetUpToken(sql: Sql, token: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select 1 from set_up_tokens where token_sha256 = ${hashToken(token)}) as found`
  return row?.found === true
}

/** Uses up all links. @returns false if another call was faster, or the token is wrong. */
export async function useSetUpToken(sql: Transaction, token: string): Promise<boolean> {
  await sql`lock table set_up_tokens in share row exclusive mode`
  if (!(await isSetUpToken(sql, token))) return false
  await sql`delete from set_up_tokens`
  return true
}
