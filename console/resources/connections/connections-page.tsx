import { Button, Group, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import {
  databaseConnectionEndpoints,
  testDatabaseConnection,
} from '../../../src/contract/resources/database-connections.ts'
import { useCall, useChange, type Answer } from '../../app/api.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty, Failure } from '../../design/states.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { connectionWords as words } from '../../words/audience/remote.ts'
import { Edit } from '../edit-resource.tsx'
import { Removal } from '../removal.tsx'
import { ConnectionForm } from './form.tsx'
import { emptyConnection, valuesOf, type DatabaseConnection } from './values.ts'

const { list, create: createConnection, update, remove } = databaseConnectionEndpoints.own

const columns: Column<DatabaseConnection>[] = [
  { key: 'name', word: words.name, show: ({ name }) => name },
  {
    key: 'type',
    word: words.type,
    show: ({ type }) => <span style={{ whiteSpace: 'nowrap' }}>{words.types[type]}</span>,
  },
  {
    key: 'place',
    word: words.place,
    show: ({ host, port, database_name: database }) => words.placeOf(host, port, database),
  },
  { key: 'tls', word: words.tls, show: ({ tls }) => words.tlsModes[tls] },
  {
    key: 'actions',
    word: words.action,
    isActions: true,
    show: (connection) => <Actions connection={connection} />,
  },
]

export default function Connections() {
  const query = { per_page: 2000, order_by: 'name' }
  const all = useCall(list, { query }) as UseQueryResult<Answer<DatabaseConnection[]>>
  return (
    <Page title={words.title} lead={words.lead}>
      <Panel flush>
        <Answered of={all}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty {...words.empty} />
            ) : (
              <Rows caption={words.caption} columns={columns} rows={data} keyOf={({ id }) => id} />
            )
          }
        </Answered>
      </Panel>
      <Panel title={words.fresh}>
        <NewConnection />
      </Panel>
    </Page>
  )
}

function Actions({ connection }: { connection: DatabaseConnection }) {
  const { id, name } = connection
  const test = useChange(testDatabaseConnection)
  const answer = test.data?.data
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          aria-label={words.testOf(name)}
          loading={test.isPending}
          onClick={() => test.mutate({ params: { id } })}
        >
          {words.test}
        </Button>
        <Edit name={name}>{(close) => <EditConnection connection={connection} close={close} />}</Edit>
        <Removal endpoint={remove} params={{ id }} name={name} />
      </Group>
      {answer !== undefined && (
        <Text
          size="sm"
          role="status"
          c={answer.works ? 'var(--quiver-success)' : 'var(--quiver-danger)'}
          maw="28rem"
        >
          {answer.problem ?? words.works(answer.milliseconds)}
        </Text>
      )}
      {test.isError && <Failure error={test.error} />}
    </Stack>
  )
}

function NewConnection() {
  const [created, setCreated] = useState(0)
  const create = useChange(createConnection, { done: () => setCreated((before) => before + 1) })
  return (
    <ConnectionForm
      // Empty again after each one.
      key={created}
      initial={emptyConnection}
      isNew
      change={create}
      submit={(body) => create.mutate({ body })}
    />
  )
}

function EditConnection({ connection, close }: { connection: DatabaseConnection; close: () => void }) {
  const change = useChange(update, { done: close })
  return (
    <ConnectionForm
      initial={valuesOf(connection)}
      isNew={false}
      change={change}
      submit={(body) => change.mutate({ params: { id: connection.id }, body })}
      close={close}
    />
  )
}
