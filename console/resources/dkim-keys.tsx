import { Box, Button, Checkbox, Code, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCloudQuestion } from '@tabler/icons-react'
import { deleteDkimKey, dkimKeyInput, updateDkimKey } from '../../src/contract/resources/dkim-keys.ts'
import { useChange } from '../app/api.ts'
import { useAskBeforeClosing } from '../app/reach/unsaved.ts'
import { useZone } from '../app/places.ts'
import { Confirm, Danger } from '../design/confirm.tsx'
import { State } from '../design/facts.tsx'
import { comma, instant } from '../design/figures.ts'
import { problemsOf } from '../design/form.ts'
import { Panel } from '../design/page.tsx'
import { Answered, Empty, Failure } from '../design/states.tsx'
import { reasonOf } from '../app/reach/reasons.ts'
import { domainWords } from '../words/resources.ts'
import { useCreateDkimKey, useDkimCheck, useDkimKeys, type DkimKey } from './queries.ts'
import { DnsRecord } from './record.tsx'

const words = domainWords.keys

export function DkimKeys() {
  const keys = useDkimKeys()
  return (
    <Panel title={words.title} flush>
      <Answered of={keys}>
        {({ data }) => (
          <>
            {data.length === 0 && <Empty {...words.empty} />}
            {data.map((key) => (
              <OneKey key={key.id} of={key} />
            ))}
            <NewKey />
          </>
        )}
      </Answered>
    </Panel>
  )
}

const signs = {
  found: [IconCircleCheck, 'success'],
  missing: [IconAlertTriangle, 'warning'],
  other_key: [IconAlertTriangle, 'danger'],
  faulty: [IconAlertTriangle, 'danger'],
  unknown: [IconCloudQuestion, 'warning'],
} as const

function KeyState({ of: { check_state: state } }: { of: DkimKey }) {
  if (state === null) return <State icon={IconCircleDashed} tone="calm" word={words.unchecked} />
  const [icon, tone] = signs[state]
  return <State icon={icon} tone={tone} word={words.states[state]} />
}

function OneKey({ of: key }: { of: DkimKey }) {
  const params = { id: key.id }
  const check = useDkimCheck()
  const change = useChange(updateDkimKey)
  const name = `${key.selector}${comma}${key.domain}`
  const records = key.check_state === 'found' ? [] : (check.data?.data.records ?? [])
  return (
    <Box component="article" className="entry" aria-label={name}>
      <Group justify="space-between">
        <Group gap="md">
          <Text fw={500}>{key.domain}</Text>
          <Text c="dimmed">{key.selector}</Text>
          <KeyState of={key} />
          {!key.active && <Text c="dimmed">{words.off}</Text>}
        </Group>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            loading={check.isPending}
            onClick={() => check.mutate({ params })}
          >
            {words.check}
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => change.mutate({ params, body: { active: !key.active } })}
          >
            {key.active ? words.switchOff : words.switchOn}
          </Button>
          <Removal of={key} />
        </Group>
      </Group>
      <Finding of={key} records={records} />
      {check.isError && <Failure error={check.error} />}
      {change.isError && <Failure error={change.error} />}
      {key.check_state !== 'found' && <DnsRecord name={key.dns_name} value={key.dns_value} />}
    </Box>
  )
}

/** What the last check found; `records`: what the DNS has, if this page has just looked. */
function Finding({ of: key, records }: { of: DkimKey; records: readonly string[] }) {
  const zone = useZone()
  return (
    <Stack gap="xs" mt="xs" role="status">
      {key.problem !== '' && <Text size="sm">{sentence(reasonOf(key.problem))}</Text>}
      {records.length > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {words.found}
          </Text>
          {records.map((record) => (
            <Code key={record} block className="copyable">
              {record}
            </Code>
          ))}
        </>
      )}
      {key.checked_at !== null && (
        <Text size="sm" c="dimmed">
          {domainWords.checked(instant(key.checked_at, zone))}
        </Text>
      )}
    </Stack>
  )
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

type NewKeyValues = { domain: string; selector: string; private_key: string }

/** Empty fields are not sent: the server then makes the key and names it. */
function bodyOfKey({ domain, selector, private_key }: NewKeyValues) {
  return {
    domain,
    ...(selector.trim() === '' ? {} : { selector }),
    ...(private_key.trim() === '' ? {} : { private_key }),
  }
}

function NewKey() {
  const form = useForm<NewKeyValues>({
    mode: 'controlled',
    initialValues: { domain: '', selector: '', private_key: '' },
    validate: (values) => problemsOf(dkimKeyInput, bodyOfKey(values)),
  })
  useAskBeforeClosing(form.isDirty())
  const [hasOwn, { toggle }] = useDisclosure(false)
  const create = useCreateDkimKey(() => form.reset())
  return (
    <form
      className="entry"
      noValidate
      onSubmit={form.onSubmit((values) => create.mutate({ body: bodyOfKey(values) }))}
    >
      <Stack gap="md">
        <Group align="flex-start">
          <TextInput label={words.field} {...form.getInputProps('domain')} />
          <TextInput
            label={words.selector}
            description={words.selectorHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maw="24rem"
            {...form.getInputProps('selector')}
          />
        </Group>
        <Checkbox label={words.hasOwn} checked={hasOwn} onChange={toggle} />
        {hasOwn && (
          <Textarea
            label={words.own}
            description={words.ownHint}
            autosize
            minRows={4}
            maxRows={12}
            maw="40rem"
            spellCheck={false}
            autoComplete="off"
            {...form.getInputProps('private_key')}
          />
        )}
        {create.isError && <Failure error={create.error} />}
        <Group>
          <Button type="submit" variant="default" loading={create.isPending}>
            {hasOwn ? words.addOwn : words.add}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Removal({ of: { id, domain } }: { of: DkimKey }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const remove = useChange(deleteDkimKey, { done: close })
  return (
    <>
      <Danger size="xs" onClick={open}>
        {words.remove.open}
      </Danger>
      <Confirm
        isOpen={isOpen}
        title={words.remove.title(domain)}
        action={words.remove.action}
        act={() => remove.mutate({ params: { id } })}
        close={close}
        isWorking={remove.isPending}
        error={remove.error}
      >
        <Text>{words.remove.text}</Text>
      </Confirm>
    </>
  )
}
