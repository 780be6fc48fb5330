import { Select, Stack, Textarea } from '@mantine/core'
import { showOrganization, updateOrganization } from '../../src/contract/organizations/endpoints.ts'
import { organizationChanges } from '../../src/contract/organizations/input.ts'
import { useCall, useChange } from '../app/api.ts'
import { useOpenSession } from '../app/session.tsx'
import { Facts } from '../design/facts.tsx'
import { useContractForm } from '../design/form.ts'
import { Page, Panel } from '../design/page.tsx'
import { Save } from '../design/save.tsx'
import { Answered } from '../design/states.tsx'
import { organizationWords } from '../words/organizations.ts'
import { OwnBrake } from './brake.tsx'
import type { Organization } from './quota.ts'
import { Removals } from './removals.tsx'
import { zoneNames } from './zones.ts'

const words = organizationWords.own

export default function OwnOrganization() {
  const { organization } = useOpenSession()
  const answer = useCall(showOrganization, { params: { organization_id: organization.id } })
  return (
    <Page title={words.title} lead={words.lead}>
      <Answered of={answer}>
        {({ data }) => (
          <>
            <Settings of={data} />
            {data.auto_subscriber_management !== undefined && (
              <Removals id={data.id} now={data.auto_subscriber_management} />
            )}
          </>
        )}
      </Answered>
      <OwnBrake />
    </Page>
  )
}

const texts = ['html_header', 'html_footer', 'text_header', 'text_footer'] as const

function Settings({ of: organization }: { of: Organization }) {
  const save = useChange(updateOrganization, { done: () => form.resetDirty() })
  const { html_header, html_footer, text_header, text_footer, time_zone_name: zone } = organization
  const form = useContractForm(organizationChanges, {
    time_zone_name: zone,
    html_header,
    html_footer,
    text_header,
    text_footer,
  })
  const submit = form.onSubmit((body) => save.mutate({ params: { organization_id: organization.id }, body }))
  const zones = zoneNames()
  const area = (name: (typeof texts)[number], label: string) => (
    <Textarea label={label} autosize minRows={2} maxRows={12} {...form.getInputProps(name)} />
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Panel>
          <Stack gap="md" maw="28rem">
            <Facts of={[{ word: words.name, value: organization.name }]} />
            <Select
              label={words.zone}
              data={zones.includes(zone) ? zones : [zone, ...zones]}
              searchable
              allowDeselect={false}
              {...form.getInputProps('time_zone_name')}
            />
          </Stack>
        </Panel>
        <Panel title={words.html}>
          <Stack gap="md">
            {area('html_header', words.header)}
            {area('html_footer', words.footer)}
          </Stack>
        </Panel>
        <Panel title={words.text}>
          <Stack gap="md">
            {area('text_header', words.header)}
            {area('text_footer', words.footer)}
          </Stack>
        </Panel>
        <Save of={save} isDirty={form.isDirty()} word={words.submit} isMain />
      </Stack>
    </form>
  )
}
