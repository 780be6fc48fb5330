import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Overview } from '../../../src/contract/organizations/overview.ts'
import { useInOrganization, useZone } from '../../app/places.ts'
import { count, instantWithoutZone, percent } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Rows, type Column } from '../../design/table.tsx'
import { overviewWords as words } from '../../words/session/overview.ts'

type Campaign = NonNullable<Overview['campaigns']>[number]

/** A rate is shown beside its count. Its base is the messages that servers accepted. */
export function Figures({ campaigns }: { campaigns: readonly Campaign[] }) {
  const at = useInOrganization()
  const zone = useZone()
  const of = (part: (campaign: Campaign) => number) => (campaign: Campaign) =>
    campaign.sent === 0
      ? count(part(campaign))
      : `${count(part(campaign))} · ${percent(part(campaign), campaign.sent)}`
  const { columns: heads } = words
  const columns: Column<Campaign>[] = [
    {
      key: 'name',
      word: heads.name,
      show: ({ id, name }) => (
        <Anchor component={Link} href={at(`/campaigns/${id}`)}>
          {name}
        </Anchor>
      ),
    },
    { key: 'began', word: heads.began, show: ({ started_at: began }) => instantWithoutZone(began, zone) },
    { key: 'sent', word: heads.sent, isNumber: true, show: ({ sent }) => count(sent) },
    { key: 'opened', word: heads.opened, isNumber: true, show: of(({ opened }) => opened) },
    { key: 'clicked', word: heads.clicked, isNumber: true, show: of(({ clicked }) => clicked) },
    { key: 'left', word: heads.left, isNumber: true, show: of(({ left }) => left) },
  ]
  return (
    <Panel title={words.campaigns} flush>
      {campaigns.length === 0 ? (
        <Text c="dimmed" px="md" pb="md">
          {words.noCampaigns}
        </Text>
      ) : (
        <>
          <Rows caption={words.campaigns} columns={columns} rows={campaigns} keyOf={({ id }) => id} />
          <Text size="xs" c="dimmed" px="md" py="xs">
            {words.zone(zone)}
          </Text>
        </>
      )}
    </Panel>
  )
}
