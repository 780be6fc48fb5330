import { aList } from '../core/records.ts'
import type { Walk, World } from './world.ts'

export const webFormWalk: Walk = {
  'web_form.created': async (world) => ({
    method: 'POST',
    path: await formsOf(world),
    body: { name: 'Door' },
    as: world.a,
  }),
  'web_form.updated': async (world) => ({
    method: 'PUT',
    path: await newForm(world),
    body: { consent_text: 'I agree.' },
    as: world.a,
  }),
  'web_form.deleted': async (world) => ({ method: 'DELETE', path: await newForm(world), as: world.a }),
}

async function formsOf({ sql, a }: World): Promise<string> {
  return `mailing_lists/${await aList(sql, a.organizationId)}/web_forms`
}

async function newForm(world: World): Promise<string> {
  const { data } = await world.send('POST', await formsOf(world), { name: 'Door' }, world.a)
  return `web_forms/${data.id}`
}
