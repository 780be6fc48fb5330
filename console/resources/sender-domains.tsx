import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { senderDomainEndpoints, senderDomainInput } from '../../src/contract/resources/sender-domains.ts'
import { useChange } from '../app/api.ts'
import { useZone } from '../app/places.ts'
import { Confirm, Danger } from '../design/confirm.tsx'
import { State } from '../design/facts.tsx'
import { messageOf } from '../design/failures.ts'
import { instant } from '../design/figures.ts'
import { useContractForm } from '../design/form.ts'
import { Panel } from '../design/page.tsx'
import { Answered, Empty, Failure } from '../design/states.tsx'
import { domainWords } from '../words/resources.ts'
import { useSenderDomains, type SenderDomain } from './queries.ts'
import { DnsRecord } from './record.tsx'

const words = domainWords.senders

export function SenderDomains() {
  const domains = useSenderDomains()
  return (
    <Panel title={words.title} flush>
      <Answered of={domains}>
        {({ data }) => (
          <>
            {data.length === 0 && <Empty {...words.empty} />}
            {data.map((domain) => (
              <OneDomain key={domain.id} of={domain} />
            ))}
            <NewDomain />
          </>
        )}
      </Answered>
    </Panel>
  )
}

const signs = {
  pending: [IconCircleDashed, 'warning'],
  proven: [IconCircleCheck, 'success'],
  lapsed: [IconAlertTriangle, 'danger'],
} as const

function OneDomain({ of: domain }: { of: SenderDomain }) {
  const zone = useZone()
  const verify = useChange(senderDomainEndpoints.verify)
  const { id, domain: name, state, dns_name: dnsName, dns_value: dnsValue } = domain
  const [icon, tone] = signs[state]
  return (
    <Box component="article" className="entry" aria-label={name}>
      <Group justify="space-between">
        <Group gap="md">
          <Text fw={500}>{name}</Text>
          <State icon={icon} tone={tone} word={words.states[state]} />
        </Group>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            loading={verify.isPending}
            onClick={() => verify.mutate({ params: { id } })}
          >
            {words.check}
          </Button>
          <Removal id={id} name={name} />
        </Group>
      </Group>
      <Stack gap="xs" mt="xs" role="status">
        {domain.proven_by !== null && <Text size="sm">{words.provenBy[domain.proven_by]}</Text>}
        {domain.missing_since !== null && (
          <Text size="sm" c="var(--quiver-warning)">
            {words.missing(instant(domain.missing_since, zone))}
          </Text>
        )}
        {verify.isError && <Text size="sm">{messageOf(verify.error)}</Text>}
        {domain.checked_at !== null && (
          <Text size="sm" c="dimmed">
            {domainWords.checked(instant(domain.checked_at, zone))}
          </Text>
        )}
      </Stack>
      {state !== 'proven' && <DnsRecord name={dnsName} value={dnsValue} />}
    </Box>
  )
}

function NewDomain() {
  const create = useChange(senderDomainEndpoints.create, { done: () => form.reset() })
  const form = useContractForm(senderDomainInput, { domain: '' })
  return (
    <form className="entry" onSubmit={form.onSubmit((body) => create.mutate({ body }))} noValidate>
      <Group align="flex-end">
        <TextInput label={words.field} description={words.hint} {...form.getInputProps('domain')} />
        <Button type="submit" variant="default" loading={create.isPending}>
          {words.add}
        </Button>
      </Group>
      {create.isError && <Failure error={create.error} />}
    </form>
  )
}

function Removal({ id, name }: { id: number; name: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const remove = useChange(senderDomainEndpoints.remove, { done: close })
  return (
    <>
      <Danger size="xs" onClick={open}>
        {words.remove.open}
      </Danger>
      <Confirm
        isOpen={isOpen}
        title={words.remove.title(name)}
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
