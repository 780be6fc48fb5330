import { ApiFailure, type Client, type Paging } from '../../client/api.ts'
import type { ListRules } from '../../contract/imports/plan.ts'
import { listCustomFields, type CustomField } from '../../contract/lists/custom-fields.ts'
import { listMailingLists, showMailingList, type MailingList } from '../../contract/lists/endpoints.ts'
import { nearest } from '../../contract/values/spelling/nearest.ts'
import { parseId } from '../../contract/values/text.ts'

type Page<Row> = (query: {
  page: number
  per_page: number
}) => Promise<{ data: Row[]; paging: Paging | null }>

export async function* everyPage<Row>(read: Page<Row>): AsyncGenerator<Row> {
  for (let page = 0; ; page += 1) {
    const { data, paging } = await read({ page, per_page: 500 })
    yield* data
    if (page + 1 >= (paging?.num_pages ?? 0)) return
  }
}

/** @param idOrName an id wins over a name of digits. @throws Error, a sentence, if there is not exactly one. */
export async function findList(client: Client, idOrName: string): Promise<MailingList> {
  const id = parseId(idOrName)
  if (id !== null) {
    try {
      return (await client.call(showMailingList, { params: { id } })).data
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'not_found') throw error
    }
  }
  const wanted = idOrName.trim().toLowerCase()
  const names: string[] = []
  const found: MailingList[] = []
  for await (const list of everyPage<MailingList>((query) => client.call(listMailingLists, { query }))) {
    names.push(list.name)
    if (list.name.trim().toLowerCase() === wanted) found.push(list)
  }
  const [list, second] = found
  if (list !== undefined && second === undefined) return list
  if (list !== undefined) {
    throw new Error(
      `${found.length} lists are called ${list.name}: give an id, ${found.map((one) => one.id).join(' or ')}.`,
    )
  }
  const near = nearest(idOrName, names)
  throw new Error(
    `There is no list ${idOrName}.${near === null ? '' : ` Did you mean ${near}?`} quiver lists shows all of them.`,
  )
}

/** What a file is compared with. */
export async function rulesOf(client: Client, list: MailingList): Promise<ListRules> {
  const fields: ListRules['fields'] = []
  const params = { mailing_list_id: list.id }
  for await (const field of everyPage<CustomField>((query) =>
    client.call(listCustomFields, { params, query }),
  )) {
    const { id, name, field_type, required } = field
    fields.push({
      id,
      name,
      field_type,
      required,
      minimum_length: field.minimum_length ?? null,
      maximum_length: field.maximum_length ?? null,
      minimum_value: field.minimum_value ?? null,
      maximum_value: field.maximum_value ?? null,
      options: (field.options ?? []).map((option) => option.name),
    })
  }
  const { has_format, has_confirmed, primary_key_custom_field_id } = list
  return { has_format, has_confirmed, primary_key_custom_field_id, fields }
}
