import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'wouter'
import { updateOrganization } from '../../../src/contract/organizations/endpoints.ts'
import type { Overview } from '../../../src/contract/organizations/overview.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization } from '../../app/places.ts'
import { Panel } from '../../design/page.tsx'
import { reasonOf } from '../../app/reach/reasons.ts'
import { overviewWords as words } from '../../words/session/overview.ts'

type Concern = Overview['attention'][number]

export function Attention({ concerns }: { concerns: readonly Concern[] }) {
  return (
    <Panel title={words.attention}>
      {concerns.length === 0 ? (
        <Group gap="xs">
          <IconCircleCheck size={18} stroke={1.75} color="var(--quiver-success)" aria-hidden />
          <Text c="dimmed">{words.calm}</Text>
        </Group>
      ) : (
        <Stack gap="sm">
          {concerns.map((concern) => (
            <OneConcern key={`${concern.kind} ${concern.id}`} concern={concern} />
          ))}
        </Stack>
      )}
    </Panel>
  )
}

function OneConcern({ concern: { kind, id, name, detail } }: { concern: Concern }) {
  const at = useInOrganization()
  const may = useMay()
  // Every user sees that sending is paused, and other concerns only if they can open the pages about them.
  const isOffered = kind !== 'sending_paused' || may(updateOrganization)
  const place = {
    sending_paused: '/settings/organization',
    campaign_waits: `/campaigns/${id}`,
    campaign_failed: `/campaigns/${id}`,
    import_failed: `/imports/${id}`,
    sender_domain_unproven: '/settings/domains',
    sender_domain_missing: '/settings/domains',
    dkim_record_missing: '/settings/domains',
    autoresponder_waits: '/autoresponders',
    webhook_failing: `/settings/webhooks/${id}`,
    webhook_off: `/settings/webhooks/${id}`,
  }[kind]
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <IconAlertTriangle
        size={18}
        stroke={1.75}
        color="var(--quiver-warning)"
        aria-hidden
        style={{ flexShrink: 0, marginTop: 1 }}
      />
      <Text style={{ flex: 1, overflowWrap: 'anywhere' }}>{words.concern(kind, name, reasonOf(detail))}</Text>
      {isOffered && (
        <Anchor component={Link} href={at(place)} aria-label={`${words.look}: ${name}`}>
          {words.look}
        </Anchor>
      )}
    </Group>
  )
}
