import { Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { defaultRoute, virtualMtaEndpoints } from '../../../src/contract/resources/virtual-mtas.ts'
import { useCall, useChange, type Answer } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { Panel } from '../../design/page.tsx'
import { Answered } from '../../design/states.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { routeWords } from '../../words/resources.ts'
import type { VirtualMta } from '../queries.ts'
import { Removal } from '../removal.tsx'
import { Edit } from '../edit-resource.tsx'
import { VirtualMtaForm } from './virtual-mta-form.tsx'
import { emptyMta } from './virtual-mta-values.ts'

const words = routeWords.mtas
const { list, create: createMta, update, remove } = virtualMtaEndpoints.own

export function VirtualMtas() {
  const may = useMay()
  const mtas = useCall(list, { query: { per_page: 2000 } }) as UseQueryResult<Answer<VirtualMta[]>>
  // The route of the server always exists; it has no attributes.
  const actions: Column<VirtualMta> = {
    key: 'actions',
    word: routeWords.action,
    isActions: true,
    show: (mta) => mta.id !== defaultRoute.id && <Actions mta={mta} all={mtas.data?.data ?? []} />,
  }
  const columns: Column<VirtualMta>[] = [
    { key: 'name', word: words.name, show: ({ name }) => name },
    { key: 'type', word: words.type, show: ({ type }) => words.types[type] },
    ...(may(update) ? [actions] : []),
  ]
  return (
    <Panel title={words.title} flush>
      <Text px="md" pb="xs" c="dimmed">
        {words.about}
      </Text>
      <Answered of={mtas}>
        {({ data }) => (
          <>
            <Rows caption={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />
            {may(createMta) && <NewMta all={data} />}
          </>
        )}
      </Answered>
    </Panel>
  )
}

function Actions({ mta, all }: { mta: VirtualMta; all: VirtualMta[] }) {
  return (
    <Group gap="xs">
      <Edit name={mta.name}>{(close) => <EditMta mta={mta} all={all} close={close} />}</Edit>
      <Removal endpoint={remove} params={{ key: mta.id }} name={mta.name} />
    </Group>
  )
}

function NewMta({ all }: { all: VirtualMta[] }) {
  const [created, setCreated] = useState(0)
  const create = useChange(createMta, { done: () => setCreated((before) => before + 1) })
  return (
    <VirtualMtaForm
      // Empty again after each one.
      key={created}
      className="entry"
      before={null}
      initial={emptyMta}
      all={all}
      change={create}
      submit={(body) => create.mutate({ body })}
    />
  )
}

function EditMta({ mta, all, close }: { mta: VirtualMta; all: VirtualMta[]; close: () => void }) {
  const change = useChange(update, { done: close })
  const { id, name, type } = mta
  return (
    <VirtualMtaForm
      before={mta}
      initial={{ ...emptyMta, name, type: type === defaultRoute.type ? emptyMta.type : type }}
      all={all}
      change={change}
      submit={(body) => change.mutate({ params: { key: id }, body })}
      close={close}
    />
  )
}
