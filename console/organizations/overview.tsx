import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { updateOrganization } from '../../src/contract/organizations/endpoints.ts'
import { showSubscriberCountsOfOrganization } from '../../src/contract/subscribers/counts.ts'
import { useCall, useChange } from '../app/api.ts'
import { Confirm } from '../design/confirm.tsx'
import { Facts } from '../design/facts.tsx'
import { count } from '../design/figures.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { organizationWords } from '../words/organizations.ts'
import { Credits } from './credits.tsx'
import { Deletion } from './deletion.tsx'
import { Details } from './details.tsx'
import { quotaOf, type Organization } from './quota.ts'

const words = organizationWords.overview
const systemOrganizationId = 1

export function Overview({ of: organization }: { of: Organization }) {
  const { id, sending_quota: sending, subscriber_quota: subscribers } = organization
  const people = useCall(showSubscriberCountsOfOrganization, { params: { organization_id: id } })
  const counts = people.data?.data.counts
  const total = counts === undefined ? 0 : Object.values(counts).reduce((sum, one) => sum + one, 0)
  const isPrepaid = sending?.mode === 'fixed_credits'
  return (
    <Stack gap="lg">
      {isPrepaid && <Credits id={id} />}
      <Panel title={words.title}>
        <Stack gap="md">
          <Facts
            of={[
              { word: words.allPeople, value: counts === undefined ? '' : count(total) },
              { word: words.active, value: counts === undefined ? '' : count(counts.active) },
              {
                word: words.limitOfPeople,
                value: subscribers === undefined ? '' : quotaOf(subscribers),
              },
              {
                word: words.limitOfMessages,
                value: sending === undefined ? '' : quotaOf(sending),
              },
              { word: words.anniversary, value: organization.anniversary_day },
              { word: words.zone, value: organization.time_zone_name },
            ]}
          />
          {people.isError && <Failure error={people.error} />}
          {id !== systemOrganizationId && <Switching of={organization} />}
        </Stack>
      </Panel>
      <Details key={organization.name} of={organization} />
      {id !== systemOrganizationId && <Deletion of={organization} people={total} />}
    </Stack>
  )
}

function Switching({ of: { id, active = true, name } }: { of: Organization }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const change = useChange(updateOrganization, { done: close })
  const turn = (next: boolean) => change.mutate({ params: { organization_id: id }, body: { active: next } })
  if (!active) {
    return (
      <Group>
        <Button variant="default" loading={change.isPending} onClick={() => turn(true)}>
          {words.switchOn}
        </Button>
      </Group>
    )
  }
  return (
    <Group>
      <Button variant="default" onClick={open}>
        {words.switchOff}
      </Button>
      <Confirm
        isOpen={isOpen}
        title={name}
        action={words.switchOff}
        act={() => turn(false)}
        close={close}
        isWorking={change.isPending}
        error={change.error}
      >
        <Text>{words.offText}</Text>
      </Confirm>
    </Group>
  )
}
