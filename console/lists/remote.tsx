import { Checkbox, Select } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { databaseConnectionEndpoints } from '../../src/contract/resources/database-connections.ts'
import { useCall, type Answer } from '../app/api.ts'
import { areMany } from '../design/choices.ts'
import { remoteListWords as words } from '../words/audience/remote.ts'

type RemoteChoiceProps = { value: number | null; choose: (connectionId: number | null) => void }

/** Only where there are connections: a list becomes remote when it is created, or never. */
export function RemoteChoice({ value, choose }: RemoteChoiceProps) {
  const { list } = databaseConnectionEndpoints.own
  const query = { per_page: 2000, order_by: 'name' }
  const known = useCall(list, { query }) as UseQueryResult<Answer<{ id: number; name: string }[]>>
  const connections = known.data?.data ?? []
  const [first] = connections
  if (first === undefined) return null
  return (
    <>
      <Checkbox
        label={words.isRemote}
        description={words.isRemoteHint}
        checked={value !== null}
        onChange={({ currentTarget }) => choose(currentTarget.checked ? first.id : null)}
      />
      {value !== null && (
        <Select
          label={words.connection}
          data={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
          searchable={areMany(connections)}
          value={String(value)}
          allowDeselect={false}
          onChange={(id) => choose(Number(id))}
        />
      )}
    </>
  )
}
