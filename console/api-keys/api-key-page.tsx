import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useLocation } from 'wouter'
import {
  deleteApiKey,
  rotateApiKey,
  showApiKey,
  updateApiKey,
  type ApiKey,
} from '../../src/contract/api-keys.ts'
import { textOfRights } from '../../src/contract/users/right-names.ts'
import { useCall, useChange } from '../app/api.ts'
import { useIdParam, useInOrganization, useZone } from '../app/places.ts'
import { Confirm, Danger } from '../design/confirm.tsx'
import { Facts } from '../design/facts.tsx'
import { instant } from '../design/figures.ts'
import { Page, Panel } from '../design/page.tsx'
import { Save } from '../design/save.tsx'
import { Answered, Failure } from '../design/states.tsx'
import { apiKeyWords as words } from '../words/api-keys.ts'
import { ScopeFields, type Scopes } from './scopes.tsx'
import { Secret } from './secret.tsx'
import { KeyState } from './state.tsx'
import { isPast } from './times.ts'

export default function OneApiKey() {
  const id = useIdParam('key')
  return <Loaded id={id} />
}

function Loaded({ id }: { id: number }) {
  const at = useInOrganization()
  const key = useCall(showApiKey, { params: { id } })
  const parent = { title: words.title, to: at('/settings/keys') }
  return (
    <Page title={key.data?.data.name ?? words.title} parent={parent}>
      <Answered of={key}>{({ data }) => <Known of={data} />}</Answered>
    </Page>
  )
}

function Known({ of: key }: { of: ApiKey }) {
  const zone = useZone()
  const params = { id: key.id }
  const change = useChange(updateApiKey)
  const [name, setName] = useState(key.name)
  const time = (value: string | null) => (value === null ? words.never : instant(value, zone))
  return (
    <>
      <Panel>
        <Stack gap="md">
          <Facts
            of={[
              { word: words.state, value: <KeyState of={key} /> },
              { word: words.role, value: words.roles[key.role] },
              { word: words.created, value: instant(key.created_at, zone) },
              { word: words.new.expires, value: time(key.expires_at) },
              { word: words.used('').replace(', ', ''), value: time(key.last_used_at) },
              ...(key.last_used_address === null || key.last_used_address === ''
                ? []
                : [{ word: words.usedFrom, value: key.last_used_address }]),
            ]}
          />
          <Group align="flex-end">
            <TextInput
              label={words.name}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button
              variant="default"
              disabled={name.trim() === '' || name === key.name}
              onClick={() => change.mutate({ params, body: { name } })}
            >
              {words.rename}
            </Button>
            <Button
              variant="default"
              onClick={() => change.mutate({ params, body: { active: !key.active } })}
            >
              {key.active ? words.switchOff : words.switchOn}
            </Button>
          </Group>
          {change.isError && <Failure error={change.error} />}
        </Stack>
      </Panel>
      <Purpose of={key} />
      <Rotation of={key} />
      <Removal of={key} />
    </>
  )
}

function Purpose({ of: { id, permissions, mailing_list_ids } }: { of: ApiKey }) {
  const stored: Scopes = { permissions, mailing_list_ids }
  const [scopes, setScopes] = useState(stored)
  const change = useChange(updateApiKey)
  return (
    <Panel title={words.scopes.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ params: { id }, body: scopes })
        }}
      >
        <Stack gap="md">
          <ScopeFields value={scopes} set={setScopes} />
          <Save of={change} isDirty={textOf(scopes) !== textOf(stored)} word={words.scopes.save} />
        </Stack>
      </form>
    </Panel>
  )
}

function textOf({ permissions, mailing_list_ids: ids }: Scopes): string {
  return `${textOfRights(permissions)} ${ids?.toSorted((one, other) => one - other).join() ?? 'all'}`
}

function Rotation({ of: key }: { of: ApiKey }) {
  const zone = useZone()
  const rotate = useChange(rotateApiKey)
  const [seconds, setSeconds] = useState('3600')
  const value = rotate.data?.data.api_key ?? null
  if (value !== null) return <Secret value={value} done={() => rotate.reset()} />
  const { previous_key_expires_at: until } = key
  return (
    <Panel title={words.rotate.title}>
      <Stack gap="md" maw="36rem">
        <Text c="dimmed">{words.rotate.text}</Text>
        {until !== null && !isPast(until) && <Text>{words.rotate.running(instant(until, zone))}</Text>}
        <Group align="flex-end">
          <Select
            label={words.rotate.overlap}
            data={Object.entries(words.rotate.overlaps).map(([value, label]) => ({ value, label }))}
            value={seconds}
            onChange={(next) => setSeconds(next ?? '3600')}
            allowDeselect={false}
          />
          <Button
            variant="default"
            loading={rotate.isPending}
            onClick={() =>
              rotate.mutate({ params: { id: key.id }, body: { overlap_seconds: Number(seconds) } })
            }
          >
            {words.rotate.submit}
          </Button>
        </Group>
        {rotate.isError && <Failure error={rotate.error} />}
      </Stack>
    </Panel>
  )
}

function Removal({ of: key }: { of: ApiKey }) {
  const [, go] = useLocation()
  const at = useInOrganization()
  const [isOpen, { open, close }] = useDisclosure(false)
  const remove = useChange(deleteApiKey, { done: () => go(at('/settings/keys')) })
  return (
    <Group>
      <Danger onClick={open}>{words.remove.open}</Danger>
      <Confirm
        isOpen={isOpen}
        title={words.remove.title(key.name)}
        action={words.remove.action}
        act={() => remove.mutate({ params: { id: key.id } })}
        close={close}
        isWorking={remove.isPending}
        error={remove.error}
      >
        <Text>{words.remove.text}</Text>
      </Confirm>
    </Group>
  )
}
