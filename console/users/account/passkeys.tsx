import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import {
  beginPasskey,
  createPasskey,
  deletePasskey,
  listPasskeys,
  updatePasskey,
  type Attestation,
  type PasskeyRecord,
} from '../../../src/contract/users/passkeys.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useZone } from '../../app/places.ts'
import { instantWithoutZone } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Answered, Failure } from '../../design/states.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { Removal } from '../../resources/removal.tsx'
import { Edit, SaveOrLeave } from '../../resources/edit-resource.tsx'
import { meWords } from '../../words/session/me.ts'
import { hasPasskeys, makePasskey } from '../passkey.ts'

const words = meWords.passkeys

export function Passkeys() {
  const all = useCall(listPasskeys, {})
  const zone = useZone()
  const columns: Column<PasskeyRecord>[] = [
    { key: 'name', word: words.name, show: ({ name }) => name },
    { key: 'made', word: words.made, show: ({ created_at: at }) => instantWithoutZone(at, zone) },
    {
      key: 'used',
      word: words.used,
      show: ({ last_used_at: at }) => (at === null ? words.never : instantWithoutZone(at, zone)),
    },
    { key: 'actions', word: words.action, isActions: true, show: (passkey) => <Actions passkey={passkey} /> },
  ]
  return (
    <Panel title={words.title}>
      <Stack gap="md">
        <Text c="dimmed">{words.lead}</Text>
        <Answered of={all}>
          {({ data }) =>
            data.length > 0 && (
              <Rows caption={words.title} columns={columns} rows={data} keyOf={({ id }) => id} />
            )
          }
        </Answered>
        {hasPasskeys() ? <NewPasskey /> : <Text>{words.unable}</Text>}
      </Stack>
    </Panel>
  )
}

function NewPasskey() {
  const { values, set, add, problem, isBusy, isCancelled } = useNewPasskey()
  return (
    <form onSubmit={(event) => void add(event)}>
      <Stack gap="md" maw="24rem" align="flex-start">
        <TextInput
          w="100%"
          label={words.name}
          description={words.nameHint}
          required
          value={values.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <PasswordInput
          w="100%"
          label={words.password}
          autoComplete="current-password"
          required
          value={values.password}
          onChange={({ currentTarget }) => set({ password: currentTarget.value })}
        />
        {problem !== null && <Failure error={problem} />}
        {isCancelled && <Text role="alert">{words.cancelled}</Text>}
        <Button type="submit" variant="default" loading={isBusy}>
          {words.add}
        </Button>
      </Stack>
    </form>
  )
}

const empty = { name: '', password: '' }

function useNewPasskey() {
  const [values, setValues] = useState(empty)
  const [isCancelled, setCancelled] = useState(false)
  const begin = useChange(beginPasskey)
  const create = useChange(createPasskey, { done: () => setValues(empty) })
  const add = async (event: FormEvent) => {
    event.preventDefault()
    setCancelled(false)
    const { name, password } = values
    try {
      const { data } = await begin.mutateAsync({ body: { password } })
      const made = await makePasskey(data.options)
      if (made === null) return setCancelled(true)
      // The browser's own words; the server checks them.
      await create.mutateAsync({ body: { token: data.token, name, credential: made as Attestation } })
    } catch {
      // Both changes keep their errors.
    }
  }
  const set = (some: Partial<typeof empty>) => setValues((now) => ({ ...now, ...some }))
  const problem: unknown = begin.error ?? create.error ?? null
  return { values, set, add, problem, isCancelled, isBusy: begin.isPending || create.isPending }
}

function Actions({ passkey: { id, name } }: { passkey: PasskeyRecord }) {
  return (
    <Group gap="xs">
      <Edit name={name}>{(close) => <Rename id={id} before={name} close={close} />}</Edit>
      <Removal endpoint={deletePasskey} params={{ id }} name={name} />
    </Group>
  )
}

function Rename({ id, before, close }: { id: number; before: string; close: () => void }) {
  const [name, setName] = useState(before)
  const change = useChange(updatePasskey, { done: close })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ params: { id }, body: { name } })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={words.name}
          data-autofocus
          required
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {change.isError && <Failure error={change.error} />}
        <SaveOrLeave close={close} isSaving={change.isPending} />
      </Stack>
    </form>
  )
}
