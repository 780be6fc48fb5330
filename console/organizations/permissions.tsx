import { Box, Button, Checkbox, Group, MultiSelect, Select, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { updateOrganization } from '../../src/contract/organizations/endpoints.ts'
import type { PermissionMode, UnsubTagMode } from '../../src/contract/organizations/permissions.ts'
import { bounceEmailEndpoints } from '../../src/contract/resources/bounce-emails.ts'
import { urlDomainEndpoints } from '../../src/contract/resources/url-domains.ts'
import { virtualMtaEndpoints } from '../../src/contract/resources/virtual-mtas.ts'
import type { Endpoint } from '../../src/contract/api/endpoint.ts'
import { useCall, useChange, type Answer } from '../app/api.ts'
import { useAskBeforeClosing, useIsChanged } from '../app/reach/unsaved.ts'
import { areMany } from '../design/choices.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { organizationWords } from '../words/organizations.ts'
import type { Organization } from './quota.ts'

const words = organizationWords.permissions

/** What is sent back: the modes, and the ids that belong to them. */
type Wanted = {
  virtual_mta: { mode: PermissionMode; ids: string[] }
  url_domain: { mode: PermissionMode; id: string | null }
  bounce_email: { mode: PermissionMode; id: string | null }
  email_address: PermissionMode
  speed: PermissionMode
  can_edit_header_and_footer: boolean
  can_embed_pictures: boolean
  can_attach_files: boolean
  forced_unsub_tag_mode: UnsubTagMode
}

export function Permissions({ of: organization }: { of: Organization }) {
  const { id, permissions } = organization
  const save = useChange(updateOrganization)
  const [wanted, setWanted] = useState<Wanted | null>(() => wantedOf(permissions))
  useAskBeforeClosing(useIsChanged(wanted, save))
  if (wanted === null) return null
  const put = (part: Partial<Wanted>) => setWanted({ ...wanted, ...part })
  return (
    <Panel title={organizationWords.tabs.permissions} flush>
      <Text px="md" pb="sm" c="dimmed">
        {words.lead}
      </Text>
      <Granted of={wanted} organizationId={id} put={put} />
      <OnOff
        row="email_address"
        value={wanted.email_address}
        put={(email_address) => put({ email_address })}
      />
      <OnOff row="speed" value={wanted.speed} put={(speed) => put({ speed })} />
      {(['can_edit_header_and_footer', 'can_embed_pictures', 'can_attach_files'] as const).map((row) => (
        <Row key={row} row={row}>
          <Checkbox
            label={words.onOff.select_any}
            checked={wanted[row]}
            onChange={(event) => put({ [row]: event.currentTarget.checked })}
          />
        </Row>
      ))}
      <Row row="forced_unsub_tag_mode">
        <Select
          aria-label={words.rows.forced_unsub_tag_mode.word}
          data={(['default', 'append_if_missing', 'require'] as const).map((value) => ({
            value,
            label: words.unsub[value],
          }))}
          value={wanted.forced_unsub_tag_mode}
          onChange={(value) => value !== null && put({ forced_unsub_tag_mode: value })}
          allowDeselect={false}
        />
      </Row>
      {save.isError && <Failure error={save.error} />}
      <Group className="entry">
        <Button
          loading={save.isPending}
          onClick={() =>
            save.mutate({ params: { organization_id: id }, body: { permissions: inputOf(wanted) } })
          }
        >
          {words.submit}
        </Button>
        <Text role="status" c="dimmed">
          {save.isSuccess ? organizationWords.saved : ''}
        </Text>
      </Group>
    </Panel>
  )
}

type RowName = keyof typeof words.rows

function Row({ row, children }: { row: RowName; children: ReactNode }) {
  const { word, text } = words.rows[row]
  return (
    <Box className="entry">
      <Group justify="space-between" align="flex-start">
        <Box flex="1 1 16rem">
          <Text fw={500}>{word}</Text>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </Box>
        <Stack gap="xs" flex="0 1 20rem">
          {children}
        </Stack>
      </Group>
    </Box>
  )
}

type ModeProps<Mode extends string> = {
  row: RowName
  modes: readonly Mode[]
  labels: Record<Mode, string>
  value: Mode
  put: (mode: Mode) => void
}

function Mode<Name extends string>({ row, modes, labels, value, put }: ModeProps<Name>) {
  return (
    <Select
      aria-label={words.rows[row].word}
      data={modes.map((mode) => ({ value: mode, label: labels[mode] }))}
      value={value}
      onChange={(next) => {
        const mode = modes.find((one) => one === next)
        if (mode !== undefined) put(mode)
      }}
      allowDeselect={false}
    />
  )
}

type OnOffProps = {
  row: 'email_address' | 'speed'
  value: PermissionMode
  put: (mode: PermissionMode) => void
}

/** The API has four modes for these; only two of them differ. */
function OnOff({ row, value, put }: OnOffProps) {
  return (
    <Row row={row}>
      <Mode
        row={row}
        modes={['select_any', 'none'] as const}
        labels={words.onOff}
        value={value === 'none' ? 'none' : 'select_any'}
        put={put}
      />
    </Row>
  )
}

type GrantedProps = { of: Wanted; organizationId: number; put: (part: Partial<Wanted>) => void }

function Granted({ of: wanted, organizationId, put }: GrantedProps) {
  const mtas = useGranted(virtualMtaEndpoints.granted.list, organizationId, 'name')
  const domains = useGranted(urlDomainEndpoints.granted.list, organizationId, 'domain')
  const addresses = useGranted(bounceEmailEndpoints.granted.list, organizationId, 'email')
  const { virtual_mta: mta, url_domain: domain, bounce_email: bounce } = wanted
  return (
    <>
      <Row row="virtual_mta">
        <Mode
          row="virtual_mta"
          modes={['select_any', 'select_some', 'none'] as const}
          labels={words.modes}
          value={mta.mode === 'hide_one' ? 'none' : mta.mode}
          put={(mode) => put({ virtual_mta: { ...mta, mode } })}
        />
        {mta.mode === 'select_some' && (
          <MultiSelect
            label={words.which}
            searchable
            data={mtas}
            value={mta.ids}
            onChange={(ids) => put({ virtual_mta: { ...mta, ids } })}
          />
        )}
      </Row>
      <Row row="url_domain">
        <OneOf
          row="url_domain"
          choices={domains}
          value={domain}
          put={(value) => put({ url_domain: value })}
        />
      </Row>
      <Row row="bounce_email">
        <OneOf
          row="bounce_email"
          choices={addresses}
          value={bounce}
          put={(value) => put({ bounce_email: value })}
        />
      </Row>
    </>
  )
}

type Choice = { value: string; label: string }
type One = { mode: PermissionMode; id: string | null }
type OneProps = { row: RowName; choices: Choice[]; value: One; put: (value: One) => void }

function OneOf({ row, choices, value, put }: OneProps) {
  return (
    <>
      <Mode
        row={row}
        modes={['select_any', 'hide_one', 'none'] as const}
        labels={words.modes}
        value={value.mode === 'select_some' ? 'select_any' : value.mode}
        put={(mode) => put({ ...value, mode })}
      />
      {value.mode === 'hide_one' && (
        <Select
          label={words.which}
          data={choices}
          searchable={areMany(choices)}
          value={value.id}
          onChange={(id) => put({ ...value, id })}
        />
      )}
    </>
  )
}

/** The endpoints of resources are declared by one function, which leaves their data untyped. */
function useGranted(list: Endpoint, organizationId: number, name: 'name' | 'domain' | 'email'): Choice[] {
  type Named = { id: number | string; name?: string; domain?: string; email?: string }
  const params = { organization_id: organizationId }
  const found = useCall(list, { params, query: { per_page: 2000 } }) as UseQueryResult<Answer<Named[]>>
  return (found.data?.data ?? []).map((one) => ({ value: String(one.id), label: one[name] ?? '' }))
}

function wantedOf(permissions: Organization['permissions']): Wanted | null {
  if (permissions === undefined) return null
  const { virtual_mta: mta, url_domain: domain, bounce_email: bounce } = permissions
  return {
    virtual_mta: { mode: mta.mode, ids: (mta.virtual_mtas ?? []).map(({ id }) => String(id)) },
    url_domain: {
      mode: domain.mode,
      id: domain.url_domain === undefined ? null : String(domain.url_domain.id),
    },
    bounce_email: { mode: bounce.mode, id: bounce.bounce_email?.id ?? null },
    email_address: permissions.email_address.mode,
    speed: permissions.speed,
    can_edit_header_and_footer: permissions.can_edit_header_and_footer,
    can_embed_pictures: permissions.can_embed_pictures,
    can_attach_files: permissions.can_attach_files,
    forced_unsub_tag_mode: permissions.forced_unsub_tag_mode,
  }
}

function inputOf({ virtual_mta: mta, url_domain: domain, bounce_email: bounce, ...rest }: Wanted) {
  const isSome = mta.mode === 'select_some'
  return {
    ...rest,
    email_address: { mode: rest.email_address },
    virtual_mta: {
      mode: mta.mode,
      ...(isSome && { virtual_mtas: mta.ids.map((id) => ({ id: Number(id) })) }),
    },
    url_domain: {
      mode: domain.mode,
      ...(domain.mode === 'hide_one' && {
        url_domain: domain.id === null ? null : { id: Number(domain.id) },
      }),
    },
    bounce_email: {
      mode: bounce.mode,
      ...(bounce.mode === 'hide_one' && { bounce_email: bounce.id === null ? null : { id: bounce.id } }),
    },
  }
}
