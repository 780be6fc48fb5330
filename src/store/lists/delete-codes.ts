import { randomBytes } from 'node:crypto'
import { invalid } from '../../contract/api/errors.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { callerName, type Caller } from '../callers.ts'

export type DeleteSubject = { type: 'mailing_list' | 'organization'; id: number }

/** A code only works for the caller that requested it. */
type Deleter = Pick<Caller, 'organization_id' | 'api_key_id' | 'user_id'>

/** 40 hexadecimal digits, a colon, and the expiry in UNIX seconds. A new code replaces the caller's last one. */
export async function insertDeleteCode(
  sql: Sql,
  caller: Deleter,
  subject: DeleteSubject,
): Promise<{ code: string; expiresAtMs: number }> {
  const token = randomBytes(20).toString('hex')
  const [row] = await sql<{ expires_at_seconds: number }[]>`
    with expiry as (select extract(epoch from now() + interval '2 minutes')::bigint as seconds)
    insert into delete_confirmation_codes
      (organization_id, subject_type, subject_id, caller, code_sha256, expires_at)
    select ${caller.organization_id}, ${subject.type}, ${subject.id}, ${callerName(caller)},
      sha256(convert_to(${token}::text || ':' || seconds, 'UTF8')), to_timestamp(seconds)
    from expiry
    on conflict (organization_id, subject_type, subject_id, caller)
      do update set code_sha256 = excluded.code_sha256, expires_at = excluded.expires_at
    returning extract(epoch from expires_at)::bigint as expires_at_seconds`
  if (row === undefined) throw new Error('insert returned no row')
  return { code: `${token}:${row.expires_at_seconds}`, expiresAtMs: row.expires_at_seconds * 1000 }
}

/**
 * Call it in the transaction of the delete: two deletes with one code cannot both succeed.
 * @throws AppError `validation_failed`: wrong, used, expired or another caller's, all with the same words.
 */
export async function useDeleteCode(
  sql: Sql,
  caller: Deleter,
  subject: DeleteSubject,
  code: string,
): Promise<void> {
  const { count } = await sql`
    delete from delete_confirmation_codes
    where organization_id = ${caller.organization_id} and subject_type = ${subject.type}
      and subject_id = ${subject.id} and caller = ${callerName(caller)}
      and code_sha256 = sha256(convert_to(${code}::text, 'UTF8')) and expires_at > now()`
  if (count !== 1) throw invalid('delete_confirmation_code is wrong or has expired')
}

/** For a deletion that waits for a second person; the code still works for its caller alone. */
export async function keepDeleteCode(sql: Sql, caller: Deleter, code: string, hours: number): Promise<void> {
  await sql`
    update delete_confirmation_codes set expires_at = now() + ${hours}::integer * interval '1 hour'
    where organization_id = ${caller.organization_id} and caller = ${callerName(caller)}
      and code_sha256 = sha256(convert_to(${code}::text, 'UTF8')) and expires_at > now()`
}
