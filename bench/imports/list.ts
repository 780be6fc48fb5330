import { createCustomField } from '../../src/contract/lists/custom-fields.ts'
import { createMailingList } from '../../src/contract/lists/endpoints.ts'
import type { Client } from './run.ts'

const fields = { first_name: 'text', last_name: 'text', signup_date: 'date', score: 'number' } as const

/** A list with the fields that the files of `data.ts` fill. */
export async function makeList(
  client: Client,
  name = 'Benchmark',
): Promise<{ listId: number; fieldIds: Record<keyof typeof fields, number> }> {
  const { data: list } = await client.call(createMailingList, { body: { name } })
  const fieldIds = { first_name: 0, last_name: 0, signup_date: 0, score: 0 }
  for (const field of Object.keys(fields) as (keyof typeof fields)[]) {
    const { data } = await client.call(createCustomField, {
      params: { mailing_list_id: list.id },
      body: { name: field, field_type: fields[field] },
    })
    fieldIds[field] = data.id
  }
  return { listId: list.id, fieldIds }
}
