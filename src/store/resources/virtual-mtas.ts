import { invalid } from '../../contract/api/errors.ts'
import {
  defaultRoute,
  type VirtualMtaChanges,
  type VirtualMtaInput,
} from '../../contract/resources/virtual-mtas.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { nextId } from '../server/ids.ts'
import {
  insertColumns,
  releaseFromDeletedLists,
  senders,
  setColumns,
  type Resource,
  type ResourceRow,
} from './rows.ts'

type VirtualMtas = Resource<VirtualMtaInput, VirtualMtaChanges>

const reading: Omit<VirtualMtas, 'insert' | 'update'> = {
  what: 'virtual MTA',
  subject: 'virtual_mta',
  table: 'virtual_mtas',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql`
    select id, type, name from virtual_mtas where organization_id = ${organizationId}
    union all select ${defaultRoute.id}::integer, ${defaultRoute.type}::text, ${defaultRoute.name}::text`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'name', index: 'virtual_mtas_name' },
  users: (sql, organizationId, row) => sql`
    ${senders(sql, organizationId, 'virtual_mta_id', row)}
    union all
    select 'Organization', organization_id from organization_virtual_mtas
    where organization_id = ${organizationId} and virtual_mta_id = ${row.id}
    union all
    select distinct 'VirtualMta', virtual_mta_id from virtual_mta_rules
    where organization_id = ${organizationId} and target_id = ${row.id}`,
  release: (sql, organizationId, row) => releaseFromDeletedLists(sql, organizationId, 'virtual_mta_id', row),
}

type Row = { organizationId: number; id: number | string }

type Seal = (text: string, place: Row & { table: 'virtual_mtas' }) => Uint8Array

/** @param seal encrypts the url of a relay, so that the database alone does not reveal it (src/secrets/ring.ts) */
export function virtualMtas(seal: Seal): VirtualMtas {
  const columns = (
    { name, type, relay_url: url, local_address: localAddress }: VirtualMtaChanges,
    place: Row,
  ) => ({
    name,
    type,
    relay_url_sealed: url == null ? url : seal(url, { table: 'virtual_mtas', ...place }),
    local_address: localAddress,
  })
  return {
    ...reading,
    insert: async (sql, organizationId, input) => {
      requireFitting(input.type, input)
      const id = await nextId(sql, 'virtual_mtas')
      const row = columns(input, { organizationId, id })
      await insertColumns(sql, organizationId, 'virtual_mtas', { id, ...row })
      await setRules(sql, organizationId, id, input.rules)
      return id
    },
    update: async (sql, organizationId, row, changes) => {
      const type = changes.type ?? typeOf(row)
      requireFitting(type, changes)
      if (type !== typeOf(row)) await dropWhatWasOf(sql, organizationId, row, type)
      await setColumns(sql, organizationId, reading, {
        row,
        columns: columns(changes, { organizationId, id: row.id }),
      })
      await setRules(sql, organizationId, Number(row.id), changes.rules)
    },
  }
}

function typeOf(row: ResourceRow): string {
  return (row as ResourceRow & { type: string }).type
}

const owners = { relay_url: 'relay_server', local_address: 'ip_address', rules: 'routing_rule' } as const

function requireFitting(type: string, changes: VirtualMtaChanges): void {
  for (const [attribute, owner] of Object.entries(owners) as [keyof typeof owners, string][]) {
    const given = changes[attribute]
    if (given != null && type !== owner) throw invalid(`${attribute} is only for the type ${owner}`)
  }
}

/** @throws AppError `validation_failed` while a rule refers to it, because rules cannot be chained. */
async function dropWhatWasOf(sql: Sql, organizationId: number, { id }: ResourceRow, type: string) {
  const [rule] = await sql`
    select 1 from virtual_mta_rules where organization_id = ${organizationId} and target_id = ${id} limit 1`
  if (rule !== undefined && type === 'routing_rule') {
    throw invalid('type cannot be routing_rule while a routing rule refers to it')
  }
  await sql`
    update virtual_mtas set relay_url_sealed = null, local_address = null
    where organization_id = ${organizationId} and id = ${id}`
  await sql`delete from virtual_mta_rules where organization_id = ${organizationId} and virtual_mta_id = ${id}`
}

async function setRules(sql: Sql, organizationId: number, id: number, rules: VirtualMtaChanges['rules']) {
  if (rules === undefined) return
  const targets = rules.map(({ virtual_mta_id: target }) => target)
  // Locked, so that none of them becomes a routing rule in the meantime.
  const known = await sql<{ id: number; type: string }[]>`
    select id, type from virtual_mtas
    where organization_id = ${organizationId} and id = any(${targets}::integer[]) order by id for share`
  const types = new Map<number, string>([[defaultRoute.id, defaultRoute.type], ...known.map(pairOf)])
  for (const [index, target] of targets.entries()) {
    const type = types.get(target)
    const place = `rules.${index}.virtual_mta_id`
    if (type === undefined) throw invalid(`${place} does not exist`)
    if (type === 'routing_rule') throw invalid(`${place} cannot be a routing_rule`)
  }
  await sql`delete from virtual_mta_rules where organization_id = ${organizationId} and virtual_mta_id = ${id}`
  await sql`
    insert into virtual_mta_rules (organization_id, virtual_mta_id, position, domain, target_id)
    select ${organizationId}, ${id}, position, domain, nullif(target_id, 0)
    from unnest(${rules.map(({ domain }) => domain)}::text[], ${targets}::integer[])
      with ordinality as rule (domain, target_id, position)
    returning 1`
}

function pairOf({ id, type }: { id: number; type: string }): [number, string] {
  return [id, type]
}
