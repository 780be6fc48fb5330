import type { Sql } from '../../database/driver/connection.ts'

type Columns = Readonly<Record<string, unknown>>

type Permissions = {
  speed_mode: string
  email_address_mode: string
  virtual_mta_mode: string
  url_domain_mode: string
  bounce_email_mode: string
  special_sending_rule_mode: string
  virtual_mtas: number[]
  url_domain: number | null
  bounce_email: string | null
}

type Change = {
  wanted: Columns
  current: Columns | null
  /** Speed and addresses that are always allowed, by names without the prefix: those of the mailing list. */
  inherited?: Columns
  prefix?: 'd_' | ''
}

/**
 * Specification, section 2.5: `select_any` allows all, `select_some` and `hide_one` those that a system administrator
 * has chosen, `none` none. No reference and the current value are always allowed.
 * @returns problems, `<attribute> <problem>`.
 */
export async function findPermissionProblems(
  sql: Sql,
  organizationId: number,
  change: Change,
): Promise<string[]> {
  const references = newReferences(change)
  const settings = newSettings(change)
  if (references.length === 0 && settings.length === 0) return []
  const permissions = await findPermissions(sql, organizationId)
  const refused = [
    ...referencesRefused(permissions, references, change.prefix),
    ...settings.filter(({ mode }) => permissions[mode] === 'none').map(({ attribute }) => attribute),
  ]
  return refused.map(
    (attribute) => `${change.prefix ?? ''}${attribute} is not permitted in this organization`,
  )
}

type Reference = {
  kind: 'virtual_mta' | 'url_domain' | 'bounce_email' | 'special_sending_rule'
  named: string
}

function newReferences({ wanted, current, prefix = '' }: Change): Reference[] {
  const before = namesOf(current ?? {}, prefix)
  return Object.entries(namesOf(wanted, prefix)).flatMap(([key, named]) => {
    const kind = key as Reference['kind']
    return named !== null && named !== before[kind] ? [{ kind, named }] : []
  })
}

function referencesRefused(
  { virtual_mta_mode, url_domain_mode, bounce_email_mode, special_sending_rule_mode, ...chosen }: Permissions,
  references: readonly Reference[],
  prefix: Change['prefix'] = '',
): string[] {
  const kinds = [
    ['virtual_mta', virtual_mta_mode, chosen.virtual_mtas.map(String), 'virtual_mta_id'],
    ['url_domain', url_domain_mode, [String(chosen.url_domain)], 'url_domain_id'],
    [
      'bounce_email',
      bounce_email_mode,
      [chosen.bounce_email],
      prefix === '' ? 'bounce_email_user_id' : 'bounce_email_id',
    ],
    // None can be chosen for an organization: all or nothing.
    ['special_sending_rule', special_sending_rule_mode, [], 'special_sending_rule_id'],
  ] as const
  return kinds.flatMap(([kind, mode, allowed, attribute]) => {
    const wanted = references.find((reference) => reference.kind === kind)
    const isAllowed = mode === 'select_any' || (mode !== 'none' && allowed.some((id) => id === wanted?.named))
    return wanted !== undefined && !isAllowed ? [attribute] : []
  })
}

const settings = [
  { attribute: 'from_email', mode: 'email_address_mode' },
  { attribute: 'reply_to', mode: 'email_address_mode' },
  { attribute: 'sender_email', mode: 'email_address_mode' },
  { attribute: 'speed', mode: 'speed_mode' },
] as const

/** Only `none` limits these. An address may be cleared; a speed may not, because 0 is unlimited. */
function newSettings({ wanted, current, inherited, prefix = '' }: Change) {
  const always: Columns = inherited ?? (current === null ? { speed: 0 } : {})
  return settings.filter(({ attribute }) => {
    const name = `${prefix}${attribute}`
    const value = wanted[name]
    const isUnset = value === undefined || value === null || value === ''
    return !isUnset && value !== current?.[name] && value !== always[attribute]
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
    special_sending_rule: read('special_sending_rule_id'),
  }
}

async function findPermissions(sql: Sql, organizationId: number): Promise<Permissions> {
  const [row] = await sql<Permissions[]>`
    select speed_mode, email_address_mode, virtual_mta_mode, url_domain_mode, bounce_email_mode,
      special_sending_rule_mode,
      url_domain_id as url_domain, bounce_email_user_id || '@' || bounce_email_domain_id as bounce_email, (
        select coalesce(jsonb_agg(virtual_mta_id), '[]') from organization_virtual_mtas
        where organization_id = ${organizationId}) as virtual_mtas
    from organizations where id = ${organizationId}`
  if (row === undefined) throw new Error('there is no such organization')
  return row
}
