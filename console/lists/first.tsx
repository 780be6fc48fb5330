import { Button, Group, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { createMailingList } from '../../src/contract/lists/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { Panel } from '../design/page.tsx'
import { Empty, Failure } from '../design/states.tsx'
import { sourceWords as words } from '../words/imports.ts'

/** An organization without a list makes one here, and goes on with its file. */
export function FirstList({ created }: { created: (listId: number) => void }) {
  const may = useMay()
  const [name, setName] = useState<string>(words.firstList.proposal)
  const create = useChange(createMailingList, { done: ({ id }) => created(id) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ body: { name } })
  }
  const form = (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <TextInput
          label={words.firstList.name}
          required
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
          {words.firstList.create}
        </Button>
      </Group>
    </form>
  )
  return (
    <Panel flush>
      <Empty title={words.noList} text={words.firstList.text} action={may(createMailingList) && form} />
      {create.isError && <Failure error={create.error} />}
    </Panel>
  )
}
