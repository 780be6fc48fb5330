import { Text } from '@mantine/core'
import { listDeletedCustomFields } from '../../../src/contract/lists/custom-fields.ts'
import { useCall } from '../../app/api.ts'
import { useZone } from '../../app/places.ts'
import { instantWithoutZone } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Rows } from '../../design/table.tsx'
import { fieldWords } from '../../words/audience/lists.ts'

const words = fieldWords.deleted

/** What fields a list had. Nothing if none was deleted. */
export function DeletedFields({ listId }: { listId: number }) {
  const zone = useZone()
  const query = { per_page: 2000 }
  const deleted = useCall(listDeletedCustomFields, { params: { mailing_list_id: listId }, query })
  const fields = deleted.data?.data ?? []
  if (fields.length === 0) return null
  return (
    <Panel title={words.title} flush>
      <Text size="sm" c="dimmed" px="md" pb="xs" maw="44rem">
        {words.hint}
      </Text>
      <Rows
        caption={words.title}
        rows={fields}
        keyOf={({ id }) => id}
        columns={[
          { key: 'name', word: fieldWords.name, place: 'lead', show: ({ name }) => name },
          {
            key: 'type',
            word: fieldWords.type,
            show: ({ field_type: type, options }) =>
              words.held(
                fieldWords.types[type],
                (options ?? []).map(({ name }) => name),
              ),
          },
          {
            key: 'scope',
            word: fieldWords.scope,
            show: ({ mailing_list_id: list }) => (list === null ? fieldWords.allLists : fieldWords.thisList),
          },
          {
            key: 'deleted',
            word: words.at(zone),
            show: ({ deleted_at: time }) => instantWithoutZone(time, zone),
          },
        ]}
      />
    </Panel>
  )
}
