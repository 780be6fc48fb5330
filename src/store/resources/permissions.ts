import type { Sql } from '../../database/driver/connection.ts'

type Columns = Readonly<Record<string, unknown>>

/** The parts of an organization's `permissions` that limit the resources of messages. */
type Permissions = {
  virtual_mta_mode: string
  url_domain_mode: string
  bounce_email_mode: string
  virtual_mtas: number[]
  url_domain: number | null
  bounce_email: string | null
}

/**
 * References of a mailing list or an autoresponder that its organization may not choose (specification, section 2.5):
 * `select_any` allows all, `select_some` and `hide_one` those that a system administrator has chosen, `none` none.
 * Always allowed: no reference (for virtual MTAs the System Default Route), and the current value.
 * @param current null: a new record.
 * @param prefix of the columns and attributes.
 * @returns problems, `<attribute> <problem>`.
 */
export async function findPermissionProblems(
  sql: Sql,
  organizationId: number,
  { wanted, current, prefix = '' }: { wanted: Columns; current: Columns | null; prefix?: 'd_' | '' },
): Promise<string[]> {
  const named = namesOf(wanted, prefix)
  const before = namesOf(current ?? {}, prefix)
  const isNew = (kind: keyof typeof named) => named[kind] !== null && named[kind] !== before[kind]
  if (!isNew('virtual_mta') && !isNew('url_domain') && !isNew('bounce_email')) return []
  const { virtual_mta_mode, url_domain_mode, bounce_email_mode, ...chosen } = await findPermissions(
    sql,
    organizationId,
  )
  const kinds = [
    ['virtual_mta', virtual_mta_mode, chosen.virtual_mtas.map(String), 'virtual_mta_id'],
    ['url_domain', url_domain_mode, [String(chosen.url_domain)], 'url_domain_id'],
    [
      'bounce_email',
      bounce_email_mode,
      [chosen.bounce_email],
      prefix === '' ? 'bounce_email_user_id' : 'bounce_email_id',
    ],
  ] as const
  return kinds.flatMap(([kind, mode, allowed, attribute]) => {
    const isAllowed = mode === 'select_any' || (mode !== 'none' && allowed.some((id) => id === named[kind]))
    return isNew(kind) && !isAllowed ? [`${prefix}${attribute} is not permitted in this organization`] : []
  })
}

function namesOf(columns: Columns, prefix: string) {
  const read = (name: string) => {
    const value = columns[`${prefix}${name}`]
    return typeof value === 'number' ? String(value) : null
  }
  const user = read('bounce_email_user_id')
  return {
    virtual_mta: read('virtual_mta_id'),
    url_domain: read('url_domain_id'),
    bounce_email: user === null ? null : `${user}@${read('bounce_email_domain_id')}`,
  }
}

async function findPermissions(sql: Sql, organizationId: number): Promise<Permissions> {
  const [row] = await sql<Permissions[]>`
    select virtual_mta_mode, url_domain_mode, bounce_email_mode, url_domain_id as url_domain,
      bounce_email_user_id || '@' || bounce_email_domain_id as bounce_email, (
        select coalesce(jsonb_agg(virtual_mta_id), '[]') from organization_virtual_mtas
        where organization_id = ${organizationId}) as virtual_mtas
    from organizations where id = ${organizationId}`
  if (row === undefined) throw new Error('there is no such organization')
  return row
}
