import { expect, test } from 'vitest'
import type { Organization } from '../../../src/contract/organizations/endpoints.ts'
import type { Api } from '../../harness/core/api.ts'
import { aUserWithPassword } from '../../harness/records/log-in.ts'
import { anOrganizationApi, change } from '../../harness/records/organizations.ts'

/** What `taken_names` holds too much or too little, compared with the rows that it stands for. */
async function differences({ sql }: Api): Promise<object[]> {
  const rows = await sql`
    with held as (
      select 'organization' as kind, lower(name) as name, id as organization_id, 0 as user_id
      from organizations where deleted_at is null
      union all
      select 'log_in', email_key, organization_id, id from users where password_hash is not null),
    taken as (select kind, name collate "default" as name, organization_id, user_id from taken_names)
    (select 'not taken' as fault, * from held except select 'not taken', * from taken)
    union all
    (select 'not held', * from taken except select 'not held', * from held)`
  return [...rows]
}

async function deleteOrganization({ call, system }: Api, id: number): Promise<void> {
  const path = `organizations/${id}`
  const { body } = await call<{ delete_confirmation_code: string }>(
    'GET',
    `${path}/delete_confirmation_code`,
    undefined,
    system,
  )
  await call('DELETE', `${path}/confirmed/${body.data.delete_confirmation_code}`, undefined, system)
}

test('a name is taken as long as somebody has it, through every change', async () => {
  const api = await anOrganizationApi()
  const create = (name: string) =>
    api.call<Organization>('POST', 'organizations', { organization: { name } }, api.system)
  const { body } = await create('Alder')
  const id = body.data.id
  await aUserWithPassword(api, {}, id)
  expect(await differences(api)).toEqual([])
  expect((await create('ALDER')).status).toBe(422)
  expect((await change(api, { name: 'Birch' }, api.system, id)).status).toBe(200)
  expect((await create('alder')).status).toBe(200)
  expect(await differences(api)).toEqual([])
  await deleteOrganization(api, id)
  expect(await differences(api)).toEqual([])
  expect((await create('birch')).status).toBe(200)
  await aUserWithPassword(api)
  expect(await differences(api)).toEqual([])
})
