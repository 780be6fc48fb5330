import type { Sql } from './driver/connection.ts'

/** Owns nothing and is bound by row-level security, whatever role logs in. All databases of a server share it. */
export const applicationRole = 'quiver_app'

/** @throws Error with instructions for an administrator of the database, if rights are missing. */
export async function ensureApplicationRole(sql: Sql): Promise<void> {
  const [state] = await sql<[{ exists: boolean; name: string; may_act: boolean }]>`
    select exists (select 1 from pg_roles where rolname = ${applicationRole}) as exists, session_user::text as name,
      coalesce((select pg_has_role(session_user, oid, 'member') from pg_roles where rolname = ${applicationRole}), false)
        as may_act`
  if (state.exists && state.may_act) return
  const make = `create role ${applicationRole} nologin`
  const join = `grant ${applicationRole} to "${state.name.replaceAll('"', '""')}"`
  try {
    // Two servers may do this at once; the second one finds the role.
    if (!state.exists) {
      await sql.unsafe(
        `do $$ begin ${make}; exception when duplicate_object or unique_violation then null; end $$`,
      )
    }
    await sql.unsafe(join)
  } catch (error) {
    throw new Error(
      `Quiver uses the database role ${applicationRole} and is not allowed to create or join it: ask an administrator of the database to run "${state.exists ? '' : `${make}; `}${join};" once, and start again.`,
      { cause: error },
    )
  }
}
