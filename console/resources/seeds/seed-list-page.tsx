import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { seedListEndpoints } from '../../../src/contract/resources/seed-lists.ts'
import { useCall, useChange, type Answer } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useIdParam, useInOrganization, useQueryParam } from '../../app/places.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty, Failure } from '../../design/states.tsx'
import { Rows } from '../../design/table.tsx'
import { seedWords as words, suppressionWords } from '../../words/audience/suppression.ts'

const { show, update } = seedListEndpoints.own
type SeedList = { id: number; name: string; addresses_array: string[] }

export default function SeedListPage() {
  const id = useIdParam('seed')
  return <KnownList id={id} />
}

function KnownList({ id }: { id: number }) {
  const at = useInOrganization()
  const found = useCall(show, { params: { id } }) as UseQueryResult<Answer<SeedList>>
  const list = found.data?.data
  return (
    <Page
      title={list?.name ?? words.title}
      aside={list !== undefined && words.count(list.addresses_array.length)}
      parent={{ title: words.title, to: at('/seeds') }}
    >
      <Answered of={found}>{({ data }) => <Addresses list={data} />}</Answered>
    </Page>
  )
}

function Addresses({ list: { id, addresses_array: addresses } }: { list: SeedList }) {
  const may = useMay()
  const [q, setQ] = useQueryParam('q')
  const change = useChange(update)
  const save = (next: string[]) => change.mutate({ params: { id }, body: { addresses_array: next } })
  const found = addresses.filter((address) => address.toLowerCase().includes(q.trim().toLowerCase()))
  const removal = (address: string) =>
    may(update) && (
      <Button
        variant="subtle"
        size="compact-sm"
        color="gray"
        aria-label={words.remove(address)}
        onClick={() => save(addresses.filter((one) => one !== address))}
      >
        {suppressionWords.list.removeShort}
      </Button>
    )
  return (
    <Stack gap="lg">
      {addresses.length > 10 && (
        <TextInput
          type="search"
          label={words.search}
          value={q}
          onChange={({ currentTarget: { value } }) => setQ(value)}
          maw="24rem"
        />
      )}
      <Panel flush>
        {change.isError && <Failure error={change.error} />}
        {found.length === 0 ? (
          <Empty {...words.none} />
        ) : (
          <Rows
            caption={words.title}
            rows={found}
            keyOf={(address) => address}
            isOld={change.isPending}
            columns={[
              { key: 'address', word: words.add, show: (address) => address },
              { key: 'remove', word: suppressionWords.list.removeShort, isNumber: true, show: removal },
            ]}
          />
        )}
      </Panel>
      {may(update) && (
        <AddAddress add={(address) => save([...addresses, address])} isWorking={change.isPending} />
      )}
    </Stack>
  )
}

function AddAddress({ add, isWorking }: { add: (address: string) => void; isWorking: boolean }) {
  const [text, setText] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        add(text.trim())
        setText('')
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          type="email"
          label={words.add}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <Button type="submit" loading={isWorking}>
          {words.addSubmit}
        </Button>
      </Group>
    </form>
  )
}
